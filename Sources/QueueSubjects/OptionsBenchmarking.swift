public import OperationQueues
public import Operations
public import QueueAdapters
public import QueueBenchmarking

extension LockSubject: OptionsBenchmarkSubject {
    public var hasObservers: Bool { true }

    public func add(
        _ indices: Range<Int>, with options: OperationOptions, to queue: LockedOperationQueue,
        marking mark: OperationMark, calls: CallMark
    ) -> [ObservationToken] {
        addOperations(indices, with: options, to: queue, mark, calls)
    }
}

extension ActorSubject: OptionsBenchmarkSubject {
    public var hasObservers: Bool { true }

    public func add(
        _ indices: Range<Int>, with options: OperationOptions, to queue: ActorOperationQueue,
        marking mark: OperationMark, calls: CallMark
    ) -> [ObservationToken] {
        addOperations(indices, with: options, to: queue, mark, calls)
    }
}

/// What users write. Specialized here for each queue's type.
private func addOperations<Queue: BasicOperationQueue<Operations.Operation>>(
    _ indices: Range<Int>, with options: OperationOptions, to queue: Queue, _ mark: OperationMark,
    _ calls: CallMark
) -> [ObservationToken] {
    var tokens: [ObservationToken] = []
    for index in indices {
        let operation = Operations.BlockOperation { mark.run(index) }
        if options.completion { operation.completionBlock = { calls.run(index) } }
        if options.name { operation.name = "operation" }
        if options.quality { operation.qualityOfService = .utility }
        if options.observer {
            tokens.append(operation.observe(\.isFinished) { _, _ in calls.run(index) })
        }
        queue.addOperation(operation)
    }
    return tokens
}

extension FoundationSubject: OptionsBenchmarkSubject {
    public var hasObservers: Bool { false }

    public func add(
        _ indices: Range<Int>, with options: OperationOptions, to queue: FoundationOperationQueue,
        marking mark: OperationMark, calls: CallMark
    ) -> [ObservationToken] {
        for index in indices {
            let completionBlock: @Sendable () -> Void = { calls.run(index) }
            let operation = FoundationOperationQueue.makeBlockOperation(
                name: options.name ? "operation" : nil,
                completionBlock: options.completion ? completionBlock : nil, { mark.run(index) })
            if options.quality { FoundationOperationQueue.setQualityOfService(.utility, of: operation) }
            queue.addOperation(operation)
        }
        return []
    }
}
