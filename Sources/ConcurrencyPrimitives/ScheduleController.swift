public import CPlatform
internal import Synchronization

/// Identifies one lock, atomic or parker during its life, by its address.
///
/// A controller that needs the same numbers in each run numbers resources in the order of first use.
public struct ResourceID: Hashable, Sendable {
    /// The address. Another resource may have it later.
    public let address: UInt

    /// The identifier of the resource at `pointer`.
    public init(_ pointer: UnsafeRawPointer) { address = UInt(bitPattern: pointer) }
}

/// A choice point: a step at which a controlled thread may have to wait while another continues.
///
/// A thread reports the point before the step. It reports ``unlock(_:)``, ``unpark(_:)``, ``spawn`` and ``accessed`` after it.
public enum SchedulePoint: Hashable, Sendable {
    /// A lock is about to be taken.
    case lock(ResourceID)
    /// A lock was released.
    case unlock(ResourceID)
    /// A word is about to be read.
    case load(ResourceID)
    /// A word is about to be written, or read and written in one step.
    case store(ResourceID)
    /// A word was read or written. What the thread does next, up to its next point, needs no synchronisation, or should need
    /// none: without this point no other thread could come between the two.
    case accessed
    /// A word is about to be read again and again until another thread has changed it.
    case pause(ResourceID)
    /// A permit is about to be taken.
    case park(ResourceID)
    /// A permit was added.
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

/// Chooses, during an exploration, which controlled thread continues.
///
/// Each primitive of this module first asks whether an exploration runs. If so, and if the calling thread is controlled
/// (``Exploration/controlsCallingThread``), it reports the choice point. On other threads the primitives work as usual.
///
/// An implementation lets one of its threads run at a time. So a controlled thread that finds a lock taken never waits in the
/// kernel: it calls ``block(on:)``, and tries again when that returns.
public protocol ScheduleController: AnyObject, Sendable {
    /// Called by a controlled thread at a choice point. Other threads may run before it returns.
    func reach(_ point: SchedulePoint, at site: SourceSite)

    /// Called by a controlled thread that needs `resource`. Returns after an ``unblock(_:)`` of the same resource, or earlier;
    /// or, if no controlled thread holds it, after a moment.
    func block(on resource: ResourceID)

    /// Called by a controlled thread that waits for an ``unblock(_:)`` of the resource or until `deadline` (``now``). Returns
    /// after either, or earlier.
    func block(on resource: ResourceID, until deadline: UInt64)

    /// Called by a controlled thread that has released `resource`. Threads that are blocked on it may try again.
    func unblock(_ resource: ResourceID)

    /// The same, called by a thread that isn't controlled.
    func unblockFromOutside(_ resource: ResourceID)

    /// Starts a controlled thread that runs `body`.
    func startThread(_ body: @escaping @Sendable () -> Void)

    /// Starts a task whose jobs all run on controlled threads.
    func startTask(
        _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never>

    /// A new number in each call of one schedule (``serialWhileExploring()``).
    func nextSerial() -> UInt64

    /// The time that controlled threads see, in nanoseconds.
    var now: UInt64 { get }

    /// The number of processors that controlled threads see (``ProcessorCount/available``).
    var processorCount: Int { get }
}

/// Begins and ends explorations, which are process-wide: one at a time.
public enum Exploration {
    /// The reference from a controlled thread to its controller.
    private final class Owner: Sendable {
        let controller: any ScheduleController
        let works = ExploredWorkList()
        init(_ controller: any ScheduleController) { self.controller = controller }
    }

    /// Used only while the flag in `CPlatform` is set. This mutex is never held while a controller runs.
    private static let current = Synchronization.Mutex<Owner?>(nil)

    /// ThreadSanitizer doesn't see the order that such a mutex makes (see ``Mutex``), so it is announced.
    private static func withCurrent<Result: Sendable>(_ body: (inout Owner?) -> Result) -> Result {
        let address = withUnsafePointer(to: current) { UnsafeRawPointer($0) }
        return current.withLock { owner in
            oplab_tsan_acquire(address)
            defer { oplab_tsan_release(address) }
            return body(&owner)
        }
    }

    /// Makes `controller` the running one until ``end()``.
    ///
    /// - Precondition: No exploration is running.
    public static func begin(_ controller: any ScheduleController) {
        withCurrent { running in
            if running != nil {
                fatalError("An exploration is running already; explorations are process-wide.")
            }
            running = Owner(controller)
        }
        oplab_set_mode(oplab_mode_exploring, true)
    }

    /// Called by the running controller before each of its schedules.
    public static func beginSchedule() { withCurrent { $0 }?.works.beginSchedule() }

    /// Ends the exploration. None of its threads may run any more.
    public static func end() {
        oplab_set_mode(oplab_mode_exploring, false)
        withCurrent { $0 = nil }
    }

    /// Whether the running controller controls the calling thread. Set by the controller, on its own threads.
    public static var controlsCallingThread: Bool {
        get { oplab_get_thread_controller() != nil }
        set {
            if let owner = oplab_get_thread_controller() { Unmanaged<Owner>.fromOpaque(owner).release() }
            guard newValue else { return oplab_set_thread_controller(nil) }
            guard let owner = withCurrent({ $0 }) else { fatalError("No exploration is running.") }
            oplab_set_thread_controller(Unmanaged.passRetained(owner).toOpaque())
        }
    }

    /// What makes the calling thread a controlled one, to make another one, too (``take(control:)``). Retained.
    package static func retainedControl() -> UnsafeMutableRawPointer? {
        oplab_get_thread_controller().map { owner in
            Unmanaged.passRetained(Unmanaged<Owner>.fromOpaque(owner).takeUnretainedValue()).toOpaque()
        }
    }

    /// The calling thread is controlled from now on, by whom the thread was that ``retainedControl()`` was called on.
    package static func take(control: UnsafeMutableRawPointer?) { oplab_set_thread_controller(control) }

    package static func release(control: UnsafeMutableRawPointer?) {
        if let control { Unmanaged<Owner>.fromOpaque(control).release() }
    }

    /// Runs `body` on the calling thread as if it were not controlled.
    package static func withoutControl<Result>(_ body: () -> Result) -> Result {
        let owner = oplab_get_thread_controller()
        oplab_set_thread_controller(nil)
        defer { oplab_set_thread_controller(owner) }
        return body()
    }

    /// The running controller, whether or not it controls the calling thread.
    public static var running: (any ScheduleController)? { withCurrent { $0 }?.controller }

    /// The running controller if the calling thread is one of its own.
    public static var controlling: (any ScheduleController)? { owner?.controller }

    /// The work for threads of the schedule that the calling thread is part of, if there is one.
    static var works: ExploredWorkList? { owner?.works }

    private static var owner: Owner? {
        oplab_get_thread_controller().map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Whether an exploration is running: one relaxed load.
@inlinable @inline(__always)
func isExploring() -> Bool { _slowPath(oplab_is_exploring()) }

/// Whether an exploration is running or a trace is recorded: one relaxed load. Code of several steps that are each explored or
/// traced asks once, and has a version without either for the answer no.
@inlinable @inline(__always)
package func isInstrumented() -> Bool { _slowPath(oplab_modes_on() != 0) }

/// Numbers address words, so that compare-and-swap repeats in a replay: on a controlled thread, a new number in each call, from
/// 1; elsewhere 0, for one relaxed load.
///
/// A compare-and-swap of an address also succeeds if a new object is at the old address. Whether that happens depends on the
/// allocator, and would differ in a replay. Put the number into bits that the address doesn't use; then two such words always
/// differ.
@inlinable @inline(__always)
public func serialWhileExploring() -> UInt64 { isExploring() ? Exploration.nextSerial() : 0 }

extension Exploration {
    @usableFromInline @inline(never)
    static func nextSerial() -> UInt64 { controlling?.nextSerial() ?? 0 }
}
