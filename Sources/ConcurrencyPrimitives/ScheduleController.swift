public import CPlatform
internal import Synchronization

/// Names one lock, atomic or parker for as long as it lives: its address.
///
/// A controller that wants numbers that repeat from run to run numbers resources in order of first use.
public struct ResourceID: Hashable, Sendable {
    public let address: UInt

    public init(_ pointer: UnsafeRawPointer) { address = UInt(bitPattern: pointer) }
}

/// A place in the code where a controlled thread can be made to wait while another goes on.
public enum SchedulePoint: Hashable, Sendable {
    case lock(ResourceID)
    case unlock(ResourceID)
    case atomicAccess(ResourceID)
    case park(ResourceID)
    case unpark(ResourceID)
    case spawn
}

/// What decides, during an exploration, which controlled thread goes on.
///
/// The primitives of this module ask one question before they act: is an exploration running? If so, and if
/// the controller says that it owns the calling thread, each of them reports the point it has reached.
/// Threads that the controller doesn't own do the real thing throughout.
///
/// An implementation lets one of its threads run at a time, so a controlled thread that finds a lock taken
/// never waits for real: it calls ``block(on:)`` and tries again when that returns.
public protocol ScheduleController: AnyObject, Sendable {
    /// Whether this controller decides for the calling thread.
    var controlsCallingThread: Bool { get }

    /// The calling, controlled thread is about to pass `point`; others may be let run first.
    func reach(_ point: SchedulePoint)

    /// The calling, controlled thread can't go on. Returns, maybe without need, after an
    /// ``unblock(_:)`` of the same resource.
    ///
    /// A resource that a thread outside of the exploration holds may be given back between the failed try and
    /// this call; so a scenario shares its locks and parkers with no such thread.
    func block(on resource: ResourceID)

    /// Whoever is blocked on `resource` may try again. Called from controlled threads and from others.
    func unblock(_ resource: ResourceID)

    /// Starts a controlled thread that runs `body`.
    func startThread(_ body: @escaping @Sendable () -> Void)

    /// Starts a task whose jobs all run on controlled threads.
    func startTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>

    /// The time, in nanoseconds, that controlled threads are to see.
    var now: UInt64 { get }
}

/// Begins and ends explorations, which are process-wide: one at a time.
public enum Exploration {
    /// The flag in `CPlatform` says whether to look here at all. This mutex is never held while a
    /// controller runs.
    private static let current = Synchronization.Mutex<(any ScheduleController)?>(nil)

    /// Makes `controller` the one that is asked, until ``end()``.
    ///
    /// - Precondition: No exploration is running.
    public static func begin(_ controller: any ScheduleController) {
        current.withLock { running in
            if running != nil {
                fatalError("An exploration is running already; explorations are process-wide.")
            }
            running = controller
        }
        oplab_set_exploring(true)
    }

    /// Ends the exploration. All its threads have ended.
    public static func end() {
        oplab_set_exploring(false)
        current.withLock { $0 = nil }
    }

    /// The running controller, whether or not it controls the calling thread.
    @usableFromInline
    static var running: (any ScheduleController)? { current.withLock { $0 } }

    /// The running controller if the calling thread is one of its own.
    @usableFromInline
    static var controlling: (any ScheduleController)? {
        guard let controller = running, controller.controlsCallingThread else { return nil }
        return controller
    }
}

/// Whether an exploration is running: one relaxed load.
@inlinable @inline(__always)
func isExploring() -> Bool { _slowPath(oplab_is_exploring()) }
