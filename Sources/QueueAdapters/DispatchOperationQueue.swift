private import ConcurrencyPrimitives
private import Dispatch
public import Operations

/// A dispatch queue, serial or concurrent, that runs operations.
///
/// It starts operations in the order of adding, and passes blocks to Dispatch unchanged.
///
/// Thread-safe.
public final class DispatchOperationQueue: CompletionBlockQueue, SuspendableQueue {
    public typealias Operation = Operations.Operation

    /// How many operations a dispatch queue runs at once.
    public enum Width: String, CaseIterable, Sendable {
        /// `serial` runs one at a time; `concurrent` as many as Dispatch allows.
        case serial, concurrent
    }

    private let base: DispatchQueue
    private let members = DispatchGroup()
    private let suspended = Mutex(false)
    private let ownerOfBase = Mutex<Owner?>(nil)

    /// The key under which a dispatch queue stores its wrapper.
    private static let ownerKey = DispatchSpecificKey<Owner>()

    /// Retained by the dispatch queue, so both live equally long.
    private final class Owner: Sendable {
        weak let queue: DispatchOperationQueue?
        init(_ queue: DispatchOperationQueue) { self.queue = queue }
    }

    /// A queue over a new dispatch queue of this width.
    public init(_ width: Width) {
        base = DispatchQueue(label: "dispatch-\(width)", attributes: width == .serial ? [] : .concurrent)
        let owner = Owner(self)
        base.setSpecific(key: Self.ownerKey, value: owner)
        ownerOfBase.withLock { $0 = owner }
    }

    /// An object that lives as long as the dispatch queue, which may outlive this wrapper.
    public var lifetime: any AnyObject & Sendable { ownerOfBase.withLock { $0 } ?? self }

    /// The queue whose operation the calling code is part of; nil outside of an operation.
    public static var current: DispatchOperationQueue? { DispatchQueue.getSpecific(key: ownerKey)?.queue }

    /// Dispatch stops the process when a suspended queue is released.
    deinit { setSuspended(false) }

    public func addOperation(_ operation: Operation) { base.async(group: members) { operation.start() } }
    public func addOperation(_ block: @escaping @Sendable () -> Void) {
        base.async(group: members, execute: block)
    }

    /// Dispatch counts suspensions, so a queue that is suspended twice must be resumed twice.
    ///
    /// A concurrent dispatch queue passes blocks to the global pool as soon as they are added, and starts them even
    /// while it is suspended. So only the serial queue claims to suspend.
    public func setSuspended(_ suspended: Bool) {
        self.suspended.withLock { isSuspended in
            if suspended != isSuspended { suspended ? base.suspend() : base.resume() }
            isSuspended = suspended
        }
    }

    public var isSuspended: Bool { suspended.withLock { $0 } }

    /// Blocks the calling thread until no operation is left, including operations added meanwhile. Never call it on
    /// a thread of the cooperative pool: in a task, `await` instead.
    public func waitUntilAllOperationsAreFinished() { members.wait() }

    public func waitUntilAllOperationsAreFinished() async {
        await suspend { resumption in members.notify(queue: .global()) { resumption.resume() } }
    }
}
