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
        for flag in flags { willChange(flag, of: operation) }
        change()
        for flag in flags { didChange(flag, of: operation) }
    }

    private func willChange(_ flag: Flag, of operation: Operation) {
        switch self {
        case .byKeyPath: operation.willChangeValue(for: keyPath(of: flag))
        case .byName, .byBareName: operation.willChangeValue(forKey: key(of: flag))
        }
    }

    private func didChange(_ flag: Flag, of operation: Operation) {
        switch self {
        case .byKeyPath: operation.didChangeValue(for: keyPath(of: flag))
        case .byName, .byBareName: operation.didChangeValue(forKey: key(of: flag))
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
        self == .byName ? flag.rawValue : flag.rawValue.dropFirst(2).lowercased()
    }
}
