/// Follows a schedule given by its preemptions: the choices at which it deviates from the non-preemptive schedule, in which the
/// running thread continues as long as it can, and then the oldest.
struct PreemptionList: ScheduleStrategy {
    /// At the choice with this number, this thread continues and not the non-preemptive one; or, where a store is chosen, this one
    /// is and not the last.
    struct Preemption: Hashable, Sendable {
        let choice: Int
        let thread: Int
    }

    private var rest: ArraySlice<Preemption>
    private var choices = 0
    let points: SchedulePoints
    /// Whether a thread that had to continue could not: the schedule was recorded of another program.
    private var isUnable = false
    /// Whether the schedule was not followed to its end.
    var hasDiverged: Bool { isUnable || !rest.isEmpty }

    /// - Parameters:
    ///   - preemptionList: In ascending order of the choices.
    ///   - points: The points at which the choices are counted.
    init(_ preemptionList: [Preemption], _ points: SchedulePoints) {
        rest = preemptionList[...]
        self.points = points
    }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        guard candidates.count > 1 else { return candidates.startIndex }
        defer { choices += 1 }
        if let next = rest.first, next.choice == choices {
            rest.removeFirst()
            if let index = candidates.firstIndex(where: { $0.thread == next.thread }) { return index }
            isUnable = true
        }
        return Self.nonPreemptiveChoice(candidates, step)
    }

    mutating func chooseStore(among count: Int) -> Int {
        defer { choices += 1 }
        guard let next = rest.first, next.choice == choices else { return 0 }
        rest.removeFirst()
        if next.thread < count { return next.thread }
        isUnable = true
        return 0
    }

    /// The non-preemptive choice, which is no spurious wakeup.
    static func nonPreemptiveChoice(_ candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        guard let current = step.current else { return candidates.firstIndex { !$0.isSpurious }! }
        if !candidates[current].isPause { return current }
        // A thread that waits in a loop lets the others continue, in rotation, or it would wait for ever.
        return candidates[(current + 1)...].firstIndex { !$0.isSpurious }
            ?? candidates.firstIndex { !$0.isSpurious }!
    }
}
