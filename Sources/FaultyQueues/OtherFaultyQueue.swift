public import Operations

/// The faulty queue as one of another kind, which runs the same operations and claims nothing but dependencies.
public final class OtherFaultyQueue: DependencyQueue {
    private let base: FaultyQueue

    init(in domain: FixtureDomain, defect: Defect?) {
        base = FaultyQueue(in: domain, defect, isMain: false, isOfOtherKind: true)
    }

    public func addOperation(_ operation: FaultyOperation) { base.addOperation(operation) }

    public func addOperation(_ block: @escaping @Sendable () -> Void) { base.addOperation(block) }

    public func waitUntilAllOperationsAreFinished() async { await base.waitUntilAllOperationsAreFinished() }
}
