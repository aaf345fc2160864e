/// What a simple queue need not write. A requirement that has no sensible default stops with a message, so
/// that a queue can't pass for having a capability that it doesn't have.
extension OperationQueueProtocol {
    public func addOperations(_ operations: [Operation]) {
        for operation in operations { addOperation(operation) }
    }

    public func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) async {
        addOperations(operations)
        guard wait else { return }
        for operation in operations { await operation.waitUntilFinished() }
    }

    public func cancelAllOperations() { missing(.cancellation) }
    public func setSuspended(_ suspended: Bool) { missing(.suspension) }
    public func setMaxConcurrentOperationCount(_ count: Int) { missing(.concurrencyLimit) }
    public func setName(_ name: String?) {}
    public func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) { missing(.barriers) }
    public func setQualityOfService(_ quality: QualityOfService) { missing(.qualityOfService) }
    public func setTotalUnitCount(_ count: Int64) { missing(.progress) }
    public func observe(_ handler: @escaping @Sendable (QueueChange) -> Void) -> Observation {
        missing(.observation)
    }
    public func waitUntilAllOperationsAreFinished(timeout: Duration?) async throws(WaitEndedEarly) {
        missing(.boundedWaiting)
    }

    public var name: String? { get async { nil } }
    public var workProgress: QueueProgress { get async { missing(.progress) } }
    public var standardQualityOfService: QualityOfService { get async { missing(.qualityOfService) } }
    public var isSuspended: Bool { get async { false } }
    public var maxConcurrentOperationCount: Int { get async { -1 } }
    public var operations: [Operation] { get async { missing(.enumeration) } }
    public var operationCount: Int { get async { await operations.count } }

    public func dependencyCycle() async -> [Operation]? {
        DependencyCycle.find(from: await operations)
    }

    nonisolated func missing(_ capability: QueueCapability) -> Never {
        fatalError("\(Self.self) doesn't claim the capability '\(capability.rawValue)' and was asked for it.")
    }
}

extension OperationQueueProtocol where Operation == Operations.Operation {
    public func addOperation(_ block: @escaping @Sendable () -> Void) {
        addOperation(BlockOperation(block: block))
    }
}
