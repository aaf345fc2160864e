private import ConcurrencyPrimitives
private import Dispatch
public import Operations

/// A dispatch queue, serial or concurrent, that runs operations.
///
/// It starts them as they come. Blocks go to Dispatch as they are.
///
/// Thread-safe.
public final class DispatchOperationQueue: OperationQueueProtocol {
    public typealias Operation = Operations.Operation

    /// How many operations a dispatch queue runs at a time.
    public enum Width: String, CaseIterable, Sendable {
        /// One, or as many as Dispatch likes.
        case serial, concurrent
    }

    private let width: Width
    private let base: DispatchQueue
    private let members = DispatchGroup()
    private let suspended = Mutex(false)

    /// Where a dispatch queue says whose it is.
    private static let ownerKey = DispatchSpecificKey<Owner>()

    private struct Owner {
        weak var queue: DispatchOperationQueue?
    }

    /// A queue over a new dispatch queue of this width.
    public init(_ width: Width) {
        self.width = width
        base = DispatchQueue(label: "dispatch-\(width)", attributes: width == .serial ? [] : .concurrent)
        base.setSpecific(key: Self.ownerKey, value: Owner(queue: self))
    }

    /// The queue whose operation the calling code is part of; nil outside of any.
    public static var current: DispatchOperationQueue? { DispatchQueue.getSpecific(key: ownerKey)?.queue }

    /// Dispatch stops the process when a suspended queue is released.
    deinit { setSuspended(false) }

    /// A concurrent dispatch queue hands its blocks on to the global pool as soon as they are added; those
    /// start also while it is suspended. So only the serial one can be said to suspend.
    public var capabilities: QueueCapabilities {
        let supported: Set<QueueCapability> = [.lifeCycle, .completionBlocks]
        return QueueCapabilities(
            only: width == .serial ? supported.union([.suspension]) : supported,
            because: "a dispatch queue runs blocks as they come, and keeps no list of them")
    }

    /// The dispatch queue's label.
    public var name: String? { base.label }

    public func addOperation(_ operation: Operation) { base.async(group: members) { operation.start() } }
    public func addOperation(_ block: @escaping @Sendable () -> Void) {
        base.async(group: members, execute: block)
    }

    /// Dispatch counts; a queue that is suspended twice would have to be resumed twice.
    public func setSuspended(_ suspended: Bool) {
        self.suspended.withLock { isSuspended in
            if suspended != isSuspended { suspended ? base.suspend() : base.resume() }
            isSuspended = suspended
        }
    }

    public var isSuspended: Bool { suspended.withLock { $0 } }
    public var maxConcurrentOperationCount: Int { width == .serial ? 1 : -1 }

    /// Blocks the calling thread until nothing is left, those included that are added meanwhile. Never call it
    /// on a thread of the cooperative pool: in a task, `await` instead.
    public func waitUntilAllOperationsAreFinished() { members.wait() }

    public func waitUntilAllOperationsAreFinished() async {
        await suspend { resumption in members.notify(queue: .global()) { resumption.resume() } }
    }
}
