internal import ConcurrencyPrimitives

/// Threads whose next step needn't be made here: the schedules in which it is were run before, but for the order of steps that
/// commute.
///
/// (Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, 1996, chapter 5.)
struct SleepSet {
    private struct Sleeper {
        let candidate: Candidate
        let names: [Int]
    }

    private var sleepers: [Sleeper] = []

    func contains(_ thread: Int) -> Bool { sleepers.contains { $0.candidate.thread == thread } }

    /// Adds a thread whose step was made at this choice in schedules before, with these effects. It is left out if those can't be
    /// recognised here.
    ///
    /// - Parameter uses: What this schedule has used so far.
    mutating func add(_ candidate: Candidate, _ effects: StepEffects?, uses: UInt64) {
        guard let effects, effects.isKnown, effects.usesBefore == uses else { return }
        sleepers.append(Sleeper(candidate: candidate, names: effects.names))
    }

    /// A step was made: wakes the threads whose own doesn't commute with it.
    mutating func wake(by step: Candidate, _ effects: StepEffects) {
        sleepers.removeAll { sleeper in
            if effects.isUnknown || sleeper.candidate.thread == step.thread { return true }
            if sleeper.candidate.conflicts(with: step) { return true }
            if sleeper.names.contains(where: { effects.names.contains($0) || $0 == effects.announced }) {
                return true
            }
            guard let access = sleeper.candidate.next.access else { return false }
            return effects.resources.contains(access.resource)
        }
    }

    mutating func removeAll() { sleepers.removeAll(keepingCapacity: true) }
}
