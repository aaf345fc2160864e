internal import Operations

extension OwnOperations {
    /// Has `handler` called with each change of every property that can be observed.
    static func observe(
        _ operation: Operation, _ handler: @escaping @Sendable (PropertyChange) -> Void
    ) -> ObservationToken {
        let flags: [(any KeyPath<Operation, Bool> & Sendable, PropertyChange.Flag)] = [
            (\.isReady, .isReady), (\.isExecuting, .isExecuting), (\.isFinished, .isFinished),
            (\.isCancelled, .isCancelled), (\.isAsynchronous, .isAsynchronous),
        ]
        var observations = flags.map { property, flag in
            operation.observe(property, options: [.old, .new]) {
                // A subclass may announce what hasn't changed, and observers are notified; the rule is about changes.
                if $1.oldValue != $1.newValue { handler(.flag(flag, $1.newValue!)) }
            }
        }
        observations += [
            operation.observe(\.queuePriority, options: [.old, .new]) {
                handler(.queuePriority(from: $1.oldValue!, to: $1.newValue!))
            },
            operation.observe(\.dependencies, options: [.old, .new]) {
                handler(.dependencies(from: $1.oldValue!.count, to: $1.newValue!.count))
            },
            operation.observe(\.completionBlock, options: [.old, .new]) {
                handler(.completionBlock(from: $1.oldValue! != nil, to: $1.newValue! != nil))
            },
        ]
        return ObservationToken { [observations] in
            for observation in observations { observation.invalidate() }
        }
    }
}
