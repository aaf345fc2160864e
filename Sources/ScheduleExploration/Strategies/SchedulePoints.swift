/// The points of a schedule at which another thread may continue.
enum SchedulePoints: Hashable, Sendable {
    /// Before each access of a shared word, lock or permit, and after what wakes or releases. Enough for code whose threads
    /// share nothing else: what a thread does between two accesses, no other sees.
    case beforeAccesses
    /// After each access of a shared word, too. So another thread may come between a word that publishes an object and plain
    /// stores into that object which should have come first, or between a look and what is done because of it.
    ///
    /// There are up to twice as many points, so it takes more schedules to find a bug that doesn't need them.
    case aroundAccesses
}
