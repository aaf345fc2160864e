/// What an exhaustive search counts of a schedule, and how many of it a schedule may have.
enum SearchBound: Hashable, Sendable {
    /// Switches away from a thread that could have continued. Which thread comes after one that waits or ends is free, so that the
    /// number of schedules grows exponentially with that of the waits.
    /// (Musuvathi and Qadeer, *Iterative Context Bounding for Systematic Testing of Multithreaded Programs*, PLDI 2007.)
    case preemptions(Int)
    /// Threads that are passed over, beginning with the one that a non-preemptive schedule would choose, wherever a thread is chosen.
    /// Of k choices, n delays leave at most C(k + n, n) schedules, in sequentially consistent memory, without spurious wakeups and early
    /// timeouts.
    ///
    /// A delay isn't kept: who was passed over is next again when the one that came instead waits or ends.
    /// (Emmi, Qadeer, Rakamarić, *Delay-Bounded Scheduling*, POPL 2011, with that scheduler.)
    case delays(Int)

    var limit: Int {
        switch self {
        case .preemptions(let number), .delays(let number): number
        }
    }

    /// Of the thread with this place among those that can be chosen; the non-preemptive one has place 0.
    func cost(ofPlace place: Int) -> Int {
        switch self {
        case .preemptions: min(place, 1)
        case .delays: place
        }
    }
}
