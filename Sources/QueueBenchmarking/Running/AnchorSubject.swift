private import ConcurrencyPrimitives
private import Dispatch
public import Operations

/// Dispatch's own concurrent queue, which every worker measures beside its own queues. Its work doesn't depend on
/// the queues under test: two builds differ in it only if the machine, or the build, treats them differently.
public struct AnchorSubject: BenchmarkSubject {
    public let name = "anchor"
    public let summary = "Dispatch, the anchor when two builds are compared"

    public init() {}

    public var driver: QueueDriver<AnchorQueue> { .thread { $0.wait() } }
    public var width: QueueWidth { .unlimited }
    public func makeQueue(limit: Int) -> AnchorQueue { AnchorQueue() }
}

/// Passes blocks to Dispatch. It runs no code of this package's operations, so that a change of that code doesn't
/// change the anchor.
///
/// Thread-safe: Dispatch is.
public final class AnchorQueue: BasicOperationQueue {
    public typealias Operation = Operations.Operation

    private let base = DispatchQueue(label: "OperationLab.anchor", attributes: .concurrent)
    private let members = DispatchGroup()

    public func addOperation(_ operation: Operation) { base.async(group: members) { operation.start() } }
    public func addOperation(_ block: @escaping @Sendable () -> Void) {
        base.async(group: members, execute: block)
    }

    public func waitUntilAllOperationsAreFinished() async {
        await suspend { resumption in members.notify(queue: .global()) { resumption.resume() } }
    }

    func wait() { members.wait() }
}
