internal import ConcurrencyPrimitives
internal import LinuxPlatform

/// What somebody who looks at a worker's thread sees.
///
/// A thread is *blocked* if it is asleep, and is so some milliseconds later without having used a tick of processor time: in a
/// lock, a semaphore, `sleep`, a read. One that computes is running or waits for a processor, so a busy machine doesn't make it
/// look blocked.
struct WorkerLook: Sendable {
    let seat: UInt
    let thread: Int32
    /// The last change of the seat when the look began: see ``WorkerSeats``.
    let change: UInt64
    private(set) var isBlocked = false
    /// The thread's processor time, in the kernel's ticks, if it was asleep when it was first looked at.
    private var ticks: UInt64?

    /// Between the two times that a thread is looked at.
    private static let pause = Duration.milliseconds(5)

    init(seat: UInt, thread: Int32, change: UInt64 = 0, isBlocked: Bool = false) {
        self.seat = seat
        self.thread = thread
        self.change = change
        self.isBlocked = isBlocked
    }

    /// Looks at threads, and blocks the calling thread for some milliseconds if one of them is asleep. Under no lock: it reads
    /// files of the kernel's.
    static func take(_ looks: [WorkerLook]) -> [WorkerLook] {
        var looks = looks
        // Time passes in an exploration when no controlled thread can go on. So each worker that is inside an operation is
        // blocked when a timer has come.
        if Exploration.controlsCallingThread {
            for index in looks.indices { looks[index].isBlocked = true }
            return looks
        }
        for index in looks.indices { looks[index].ticks = ThreadFile.ticksIfBlocked(looks[index].thread) }
        if looks.allSatisfy({ $0.ticks == nil }) { return looks }
        _ = Parker().park(timeout: pause)
        for index in looks.indices where looks[index].ticks != nil {
            looks[index].isBlocked = ThreadFile.ticksIfBlocked(looks[index].thread) == looks[index].ticks
        }
        return looks
    }
}

/// A look at the workers of a queue that have a seat.
struct AnnouncedLooks: Sendable {
    /// Which look of the queue this is; see ``SchedulingCore/lookNumber``.
    let number: Int
    private(set) var looks: [WorkerLook]

    /// What is seen now. See ``WorkerLook/take(_:)``.
    func taken() -> AnnouncedLooks { AnnouncedLooks(number: number, looks: WorkerLook.take(looks)) }
}
