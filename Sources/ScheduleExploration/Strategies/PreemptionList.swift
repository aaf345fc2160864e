/// Follows a schedule that is given by where it differs from the non-preemptive one: that in which the running thread
/// goes on as long as it can, and after it the one that came into being first.
struct PreemptionList: ScheduleStrategy {
    /// At the choice of this number, another thread than the non-preemptive one goes on.
    struct Preemption: Hashable, Sendable {
        let choice: Int
        let thread: Int
    }

    private var rest: ArraySlice<Preemption>
    private var choices = 0
    /// Whether a thread that should have gone on could not: this is not the program that the schedule was recorded of.
    private var isUnable = false
    /// Whether the schedule was not followed to its end.
    var hasDiverged: Bool { isUnable || !rest.isEmpty }

    /// - Parameter preemptionList: By ascending number of the choice.
    init(_ preemptionList: [Preemption]) { rest = preemptionList[...] }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        guard candidates.count > 1 else { return candidates.startIndex }
        defer { choices += 1 }
        if let next = rest.first, next.choice == choices {
            rest.removeFirst()
            if let index = candidates.firstIndex(where: { $0.thread == next.thread }) { return index }
            isUnable = true
        }
        return Self.plain(candidates, step)
    }

    /// The non-preemptive choice.
    static func plain(_ candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        guard let current = step.current else { return candidates.startIndex }
        if !candidates[current].next.isPause || candidates.count == 1 { return current }
        // Others first, in turn, or the one that waits in a loop would do so for ever.
        return current + 1 < candidates.endIndex ? current + 1 : candidates.startIndex
    }
}
