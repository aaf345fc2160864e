/// What an exhaustive search counts of a schedule, and how many of it a schedule may have.
///
/// With either bound, a scenario of k choices has about k^n schedules for n preemptions or delays, and not a number that grows
/// exponentially with k.
enum SearchBound: Hashable, Sendable {
    /// Switches away from a thread that could have continued. Which thread comes after one that waits or ends is free.
    /// (Musuvathi and Qadeer, *Iterative Context Bounding for Systematic Testing of Multithreaded Programs*, PLDI 2007.)
    case preemptions(Int)
    /// Threads that are passed over, beginning with the one that a non-preemptive schedule would choose, wherever a thread is chosen.
    /// So far fewer schedules are left where many threads wait. (Emmi, Qadeer, Rakamarić, *Delay-Bounded Scheduling*, POPL 2011.)
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
