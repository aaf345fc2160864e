package import Operations

/// The changes that an observer of an operation was notified of, from when it began to observe.
///
/// Made while nothing changes the operation.
package final class NotifiedChanges<Operation: OperationProtocol>: Sendable {
    private struct Values: Equatable {
        var flags: [PropertyChange.Flag: Bool]
        var priority: Int
        var dependencies: Int
        var hasCompletionBlock: Bool

        init(of operation: Operation) {
            flags = [
                .isReady: operation.isReady, .isExecuting: operation.isExecuting,
                .isFinished: operation.isFinished, .isCancelled: operation.isCancelled,
                .isAsynchronous: operation.isAsynchronous,
            ]
            priority = operation.queuePriority.rawValue
            dependencies = operation.dependencies.count
            hasCompletionBlock = operation.completionBlock != nil
        }
    }

    let label: String
    private let operation: Operation
    private let initial: Values
    private let log = EventLog<PropertyChange>()
    private let observation: ObservationToken

    package init<Subject: ConformanceSubject>(
        _ label: String, _ operation: Operation, of subject: Subject
    ) throws(NotClaimed) where Subject.Queue.Operation == Operation {
        self.label = label
        self.operation = operation
        initial = Values(of: operation)
        observation = try subject.observe(operation) { [log] in log.append($0) }
    }

    var changes: [PropertyChange] { log.entries }

    func end() { observation.invalidate() }

    /// What is wrong with these changes, once nothing changes the operation any more; nil if nothing is.
    package var mistake: String? {
        var values = initial
        for (number, change) in changes.enumerated() {
            if let mistake = apply(change, to: &values) {
                return "change \(number + 1) was reported as \(change), \(mistake)"
            }
        }
        let now = Values(of: operation)
        return values == now
            ? nil : "what observers were notified of leads to \(values), while the properties read \(now)"
    }

    /// Makes the change; or says why it can't be one.
    private func apply(_ change: PropertyChange, to values: inout Values) -> String? {
        switch change {
        case .flag(let flag, let value):
            if values.flags[flag] == value { return "which it was already" }
            if value, flag == .isExecuting || flag == .isCancelled || flag == .isFinished,
                values.flags[.isFinished] == true
            {
                return "after its end"
            }
            if value, flag == .isExecuting, values.flags[.isReady] == false { return "before it was ready" }
            if value, flag == .isFinished, values.flags[.isExecuting] == true {
                return "while it was executing"
            }
            values.flags[flag] = value
        case .queuePriority(let old, let new):
            if old == new || old.rawValue != values.priority { return "when it was \(values.priority)" }
            values.priority = new.rawValue
        case .dependencies(let old, let new):
            if old == new || old != values.dependencies { return "when there were \(values.dependencies)" }
            values.dependencies = new
        case .completionBlock(let old, let new):
            if !old && !new || old != values.hasCompletionBlock {
                return "when there was \(values.hasCompletionBlock ? "one" : "none")"
            }
            values.hasCompletionBlock = new
        }
        return nil
    }
}

extension PropertyChange {
    /// The name of the property.
    var property: String {
        switch self {
        case .flag(let flag, _): flag.rawValue
        case .queuePriority: "queuePriority"
        case .dependencies: "dependencies"
        case .completionBlock: "completionBlock"
        }
    }
}
