internal import CScheduleControl

/// A thread of the system that runs logical threads, one after the other. It waits for an assignment.
///
/// Code that waits may go on on another carrier's thread, which spares the kernel's switch (`Carriers.h`).
///
/// `@unchecked Sendable`: `assignment` is written by whoever holds the scheduling token before it hands that over or wakes the
/// thread, and read by the code that has it then. So is what `carrier` points to, but for the word by which a thread is woken.
final class CarrierThread: @unchecked Sendable {
    enum Assignment {
        /// Continue the logical thread that it has begun.
        case resume
        case run(LogicalThread)
        case end
    }

    private let carrier: UnsafeMutablePointer<oplab_carrier>
    private var assignment = Assignment.end

    init() {
        carrier = .allocate(capacity: 1)
        carrier.initialize(to: oplab_carrier())
    }

    deinit {
        oplab_carrier_free(carrier)
        carrier.deallocate()
    }

    /// The kernel's number of the thread; 0 until it runs.
    var thread: Int32 { carrier.pointee.thread }

    /// That of the thread which its code runs on.
    var runningThread: Int32 { carrier.pointee.runs_on?.pointee.thread ?? 0 }

    /// Lets the thread continue, whether it waits already or is about to.
    func assign(_ assignment: Assignment) {
        self.assignment = assignment
        oplab_carrier_wake(carrier)
    }

    /// Blocks the calling thread, which is this one, until it has an assignment.
    func wait() -> Assignment {
        oplab_carrier_wait(carrier)
        return assignment
    }

    /// The same, for at most `nanoseconds`; nil if there is no assignment by then.
    func wait(atMost nanoseconds: UInt64) -> Assignment? {
        oplab_carrier_wait_for(carrier, nanoseconds) ? assignment : nil
    }

    /// Lets `other` continue. Returns when this one has an assignment.
    ///
    /// - Parameters:
    ///   - other: Another carrier.
    ///   - assignment: Its assignment.
    ///   - sharesThreads: Whether its code may go on on the thread that this one's runs on.
    func handOver(to other: CarrierThread, _ assignment: Assignment, sharesThreads: Bool) -> Assignment {
        other.assignment = assignment
        oplab_carrier_hand_over(carrier, other.carrier, sharesThreads)
        return self.assignment
    }

    /// Called by the thread itself, which has been given its first assignment.
    func begin() { oplab_carrier_begin(carrier) }

    /// Returns on the thread that the calling code, which is this carrier's, began on, and which is about to end.
    func end() {
        _ = oplab_carrier_go_home(true)
        oplab_carrier_end()
    }
}
