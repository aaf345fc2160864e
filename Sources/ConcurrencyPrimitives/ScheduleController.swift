public import CPlatform
internal import Synchronization

/// Names one lock, atomic or parker for as long as it lives: its address.
///
/// A controller that wants numbers that repeat from run to run numbers resources in order of first use.
public struct ResourceID: Hashable, Sendable {
    /// Where it lies. Another may lie there once it is gone.
    public let address: UInt

    /// The name of what lies at `pointer`.
    public init(_ pointer: UnsafeRawPointer) { address = UInt(bitPattern: pointer) }
}

/// A place in the code where a controlled thread can be made to wait while another goes on.
///
/// A thread reaches the point first and does what it names afterwards; but for ``unlock(_:)``, ``unpark(_:)`` and
/// ``spawn``, which tell of what has been done.
public enum SchedulePoint: Hashable, Sendable {
    /// A lock is about to be taken.
    case lock(ResourceID)
    /// A lock was given back.
    case unlock(ResourceID)
    /// A word is about to be read.
    case load(ResourceID)
    /// A store, or a load and a store in one.
    case store(ResourceID)
    /// A look at a word that is repeated until another thread has changed it.
    case pause(ResourceID)
    /// A permit is about to be waited for.
    case park(ResourceID)
    /// A permit was given.
    case unpark(ResourceID)
    /// A thread or task was started.
    case spawn
}

/// Where in the code a primitive is used.
public struct SourceSite: Sendable, CustomStringConvertible {
    /// The module and the file, as `#fileID` gives them.
    public let fileID: StaticString
    /// The line, from 1.
    public let line: UInt

    /// The place that `#fileID` and `#line` name.
    @inlinable
    public init(_ fileID: StaticString, _ line: UInt) {
        self.fileID = fileID
        self.line = line
    }

    public var description: String { "\(fileID):\(line)" }
}

/// What decides, during an exploration, which controlled thread goes on.
///
/// The primitives of this module ask one question before they act: is an exploration running? If so, and if
/// the calling thread is controlled (``Exploration/controlsCallingThread``), each of them reports the point it has
/// reached. Other threads do the real thing throughout.
///
/// An implementation lets one of its threads run at a time, so a controlled thread that finds a lock taken
/// never waits for real: it calls ``block(on:)`` and tries again when that returns.
public protocol ScheduleController: AnyObject, Sendable {
    /// The calling, controlled thread is about to pass `point`; others may be let run first.
    func reach(_ point: SchedulePoint, at site: SourceSite)

    /// The calling, controlled thread can't go on. Returns, maybe without need, after an
    /// ``unblock(_:)`` of the same resource; or, if no controlled thread holds it, after a moment.
    func block(on resource: ResourceID)

    /// The calling, controlled thread can't go on before an ``unblock(_:)`` of the resource, or before the time (``now``)
    /// has come to `deadline`. Returns, maybe without need, after either.
    func block(on resource: ResourceID, until deadline: UInt64)

    /// The calling, controlled thread has given `resource` back: whoever is blocked on it may try again.
    func unblock(_ resource: ResourceID)

    /// The same, said by a thread that isn't controlled.
    func unblockFromOutside(_ resource: ResourceID)

    /// Starts a controlled thread that runs `body`.
    func startThread(_ body: @escaping @Sendable () -> Void)

    /// Starts a task whose jobs all run on controlled threads.
    func startTask(
        _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never>

    /// A number that it gave to nobody before in this schedule (``serialWhileExploring()``).
    func nextSerial() -> UInt64

    /// The time, in nanoseconds, that controlled threads are to see.
    var now: UInt64 { get }

    /// The number of processors that controlled threads are to see (``ProcessorCount/available``).
    var processorCount: Int { get }
}

/// Begins and ends explorations, which are process-wide: one at a time.
public enum Exploration {
    /// What a controlled thread finds its controller by, and holds on to.
    private final class Mark: Sendable {
        let controller: any ScheduleController
        init(_ controller: any ScheduleController) { self.controller = controller }
    }

    /// The flag in `CPlatform` says whether to look here at all. This mutex is never held while a
    /// controller runs.
    private static let current = Synchronization.Mutex<Mark?>(nil)

    /// ThreadSanitizer doesn't see what such a mutex orders (see ``Mutex``), and is told.
    private static func withCurrent<Result: Sendable>(_ body: (inout Mark?) -> Result) -> Result {
        let address = withUnsafePointer(to: current) { UnsafeRawPointer($0) }
        return current.withLock { mark in
            oplab_tsan_acquire(address)
            defer { oplab_tsan_release(address) }
            return body(&mark)
        }
    }

    /// Makes `controller` the one that is asked, until ``end()``.
    ///
    /// - Precondition: No exploration is running.
    public static func begin(_ controller: any ScheduleController) {
        withCurrent { running in
            if running != nil {
                fatalError("An exploration is running already; explorations are process-wide.")
            }
            running = Mark(controller)
        }
        oplab_set_exploring(true)
    }

    /// Ends the exploration. None of its threads goes on any more.
    public static func end() {
        oplab_set_exploring(false)
        withCurrent { $0 = nil }
    }

    /// Whether the running controller decides for the calling thread. Set by the controller, on its own threads.
    public static var controlsCallingThread: Bool {
        get { oplab_get_thread_controller() != nil }
        set {
            if let mark = oplab_get_thread_controller() { Unmanaged<Mark>.fromOpaque(mark).release() }
            guard newValue else { return oplab_set_thread_controller(nil) }
            guard let mark = withCurrent({ $0 }) else { fatalError("No exploration is running.") }
            oplab_set_thread_controller(Unmanaged.passRetained(mark).toOpaque())
        }
    }

    /// Runs `body` on the calling thread as if it were not controlled.
    package static func withoutControl<Result>(_ body: () -> Result) -> Result {
        let mark = oplab_get_thread_controller()
        oplab_set_thread_controller(nil)
        defer { oplab_set_thread_controller(mark) }
        return body()
    }

    /// The running controller, whether or not it controls the calling thread.
    @usableFromInline
    static var running: (any ScheduleController)? { withCurrent { $0 }?.controller }

    /// The running controller if the calling thread is one of its own.
    public static var controlling: (any ScheduleController)? {
        oplab_get_thread_controller().map { Unmanaged<Mark>.fromOpaque($0).takeUnretainedValue().controller }
    }
}

/// Whether an exploration is running: one relaxed load.
@inlinable @inline(__always)
func isExploring() -> Bool { _slowPath(oplab_is_exploring()) }

/// On a controlled thread, a number from 1 that nobody was given before in this schedule; elsewhere 0, for one relaxed
/// load.
///
/// For words that hold addresses and are compared: a compare-and-swap succeeds, too, where the address is that of a new
/// object at an old place. Whether there is one is the allocator's to say, and would not repeat. With the number in bits
/// that an address leaves free, two such words differ, as they mostly do where nobody explores.
@inlinable @inline(__always)
public func serialWhileExploring() -> UInt64 { isExploring() ? Exploration.nextSerial() : 0 }

extension Exploration {
    @usableFromInline @inline(never)
    static func nextSerial() -> UInt64 { controlling?.nextSerial() ?? 0 }
}
