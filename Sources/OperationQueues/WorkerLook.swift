internal import ConcurrencyPrimitives
internal import LinuxPlatform

/// What somebody who looks at a worker's thread sees.
///
/// A thread is *blocked* if it is asleep and has used no processor time since it was found asleep before: in a lock, a
/// semaphore, `sleep`, a read. One that computes is running or waits for a processor, so that a busy machine doesn't make it
/// look blocked.
struct WorkerLook: Sendable {
    let seat: UInt
    let thread: Int32
    /// How often the worker had visited its queue when this look began.
    let visits: UInt32
    /// Its processor time, in the kernel's ticks, at the look before, if it was asleep then and has not visited since.
    let ticksBefore: UInt64?
    /// The same now.
    private(set) var ticks: UInt64?
    private(set) var isBlocked = false

    init(seat: UInt, thread: Int32, visits: UInt32, ticksBefore: UInt64?) {
        self.seat = seat
        self.thread = thread
        self.visits = visits
        self.ticksBefore = ticksBefore
    }

    /// Looks. Reads a file of the kernel's, under no lock.
    mutating func look() {
        // Time passes in an exploration when no controlled thread can go on. So each worker that is inside an operation is
        // blocked when a timer has come.
        if Exploration.controlsCallingThread { return note(ticks: nil, isBlocked: true) }
        let ticks = ThreadFile.ticksIfBlocked(thread)
        note(ticks: ticks, isBlocked: ticks != nil && ticks == ticksBefore)
    }

    mutating func note(ticks: UInt64?, isBlocked: Bool) { (self.ticks, self.isBlocked) = (ticks, isBlocked) }
}
