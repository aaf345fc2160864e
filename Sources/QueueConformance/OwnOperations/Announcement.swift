private import ConcurrencyPrimitives
internal import Operations

/// How an operation of a subclass says that a property that it overrides has changed.
enum Announcement: CaseIterable {
    /// As code for Swift says it: `\.isFinished`.
    case byKeyPath
    /// As older code says it: `"isFinished"`.
    case byName
    /// As still older code says it: `"finished"`.
    case byBareName
    /// By a key of the subclass's own, from which the property follows in two steps.
    case bySteps

    enum Flag: String {
        case isReady, isExecuting, isFinished
    }

    private static let asked = RelaxedCounter()

    /// That of the next operation of a kind: another from one operation to the next only if the kinds alternate.
    static func next(_ kind: OwnOperationKind) -> Announcement {
        switch kind {
        case .subclass: .byKeyPath
        case .block: .byName
        case .alternating: allCases[asked.increment() % allCases.count]
        }
    }

    /// Announces that `flags` are about to change, has `change` change them, and announces that they have.
    func change(_ flags: [Flag], of operation: Operation, _ change: () -> Void) {
        // The steps are the same for all.
        let announced = self == .bySteps ? Array(flags.prefix(1)) : flags
        for flag in announced { willChange(flag, of: operation) }
        change()
        for flag in announced { didChange(flag, of: operation) }
    }

    /// The key that such a class announces.
    private static let firstStep = "phase"

    /// What the property of a key follows from in a class that announces by steps.
    static func keysAffecting(_ key: String) -> Set<String> {
        if key == "isAsynchronous" { return [firstStep] }
        return Flag(rawValue: key) == nil ? [] : ["isAsynchronous"]
    }

    private func willChange(_ flag: Flag, of operation: Operation) {
        switch self {
        case .byKeyPath: operation.willChangeValue(for: keyPath(of: flag))
        case .byName, .byBareName, .bySteps: operation.willChangeValue(forKey: key(of: flag))
        }
    }

    private func didChange(_ flag: Flag, of operation: Operation) {
        switch self {
        case .byKeyPath: operation.didChangeValue(for: keyPath(of: flag))
        case .byName, .byBareName, .bySteps: operation.didChangeValue(forKey: key(of: flag))
        }
    }

    private func keyPath(of flag: Flag) -> KeyPath<Operation, Bool> {
        switch flag {
        case .isReady: \.isReady
        case .isExecuting: \.isExecuting
        case .isFinished: \.isFinished
        }
    }

    private func key(of flag: Flag) -> String {
        switch self {
        case .byKeyPath, .byName: flag.rawValue
        case .byBareName: flag.rawValue.dropFirst(2).lowercased()
        case .bySteps: Self.firstStep
        }
    }
}
