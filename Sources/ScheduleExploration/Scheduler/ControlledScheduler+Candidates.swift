internal import ConcurrencyPrimitives

/// Which threads can continue.
extension ControlledScheduler {
    /// Finds the threads that can continue, in the order of their creation, also by waking without a signal.
    ///
    /// - Returns: The index of the one that runs, if it can continue.
    func findCandidates() -> Int? {
        var currentIndex: Int?
        candidates.removeAll(keepingCapacity: true)
        for thread in threads {
            let canContinue = thread.awaited == nil || thread.deadline <= time
            guard canContinue || spuriousWakeupsLeft > 0 && thread.mayWakeSpuriously else { continue }
            let isCurrent = canContinue && thread === running
            if isCurrent { currentIndex = candidates.count }
            candidates.append(
                Candidate(
                    thread: thread.number, next: thread.next, lineage: thread.lineage,
                    isSpurious: !canContinue,
                    hasMadeMany: isCurrent && stepsInARow >= Self.mostStepsInARow))
        }
        return currentIndex
    }
}
