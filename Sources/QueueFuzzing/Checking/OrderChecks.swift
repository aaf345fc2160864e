/// The order of starts at limit 1, decided by intervals alone.
///
/// When X starts at limit 1, nothing else executes. If Y was certainly ready in the queue before X can have been chosen, and
/// starts later, X was preferred to Y. That is wrong if Y has the higher priority, or if both have the same, were ready when
/// added, and Y was added first.
struct OrderChecks {
    private let timeline: Timeline
    private let bounds: Bounds

    init(_ bounds: Bounds) {
        self.bounds = bounds
        timeline = bounds.timeline
    }

    /// All violations.
    ///
    /// - Complexity: O(operations³): a program has few.
    func violations() -> [FuzzViolation] {
        var violations: [FuzzViolation] = []
        for queue in timeline.queues.indices {
            let members = timeline.members(of: queue)
            for first in members where !timeline.isBarrier(first) {
                guard let begin = timeline.operations[first].begins.first?.time,
                    let chosen = earliestChoice(of: first, begin, members, queue)
                else { continue }
                for other in members where isWaiting(other, from: chosen, to: begin, queue) {
                    violations += compare(first, other, chosen, begin, queue).map { [$0] } ?? []
                }
            }
        }
        return violations
    }

    /// A time before which X wasn't chosen; nil if the limit may have been another than 1 from then on.
    private func earliestChoice(of first: Int, _ begin: Int, _ members: [Int], _ queue: Int) -> Int? {
        var earliest = bounds.earliestStart(first).time
        guard isSerial(queue, min(earliest, begin), begin) else { return nil }
        for other in members where other != first {
            let own = timeline.operations[other]
            guard let begun = own.begins.first?.time, let end = own.ends.first, begun < begin, end < begin,
                isSerial(queue, min(bounds.earliestStart(other).time, earliest), begin)
            else { continue }
            earliest = max(earliest, end)
        }
        return earliest
    }

    private func isSerial(_ queue: Int, _ from: Int, _ to: Int) -> Bool {
        timeline.queues[queue].limit.possible(from: from, to: to) == [1]
    }

    /// Whether the operation was certainly ready in the queue from `chosen` on, was not cancelled, and had not started at
    /// `begin`.
    private func isWaiting(_ operation: Int, from chosen: Int, to begin: Int, _ queue: Int) -> Bool {
        let own = timeline.operations[operation]
        guard !timeline.isBarrier(operation), let entry = own.entry, entry.to < chosen,
            let ownBegin = own.begins.first?.time, ownBegin > begin,
            timeline.firstCancel(of: operation) > begin
        else { return false }
        // When a dependency has finished, what it releases may take a moment to be ready.
        guard own.edges.isEmpty else { return false }
        // No barrier may hold it back.
        return timeline.members(of: queue).allSatisfy { other in
            guard timeline.isBarrier(other), let barrier = timeline.operations[other].entry,
                !timeline.isAdded(operation, before: other)
            else { return true }
            let end = timeline.operations[other].ends.first ?? Interval.never
            return barrier.from > begin || end < chosen
        }
    }

    private func compare(
        _ first: Int, _ other: Int, _ chosen: Int, _ begin: Int, _ queue: Int
    ) -> FuzzViolation? {
        let (own, others) = (timeline.operations[first], timeline.operations[other])
        let priorities = own.priorities.possible(from: min(chosen, begin), to: begin)
        let otherPriorities = others.priorities.possible(from: min(chosen, begin), to: begin)
        guard let highest = priorities.max(), let least = otherPriorities.min(),
            let otherBegin = others.begins.first?.time
        else { return nil }
        let names = (FuzzProgram.name(first), FuzzProgram.name(other))
        if least > highest {
            return FuzzViolation(
                .priority,
                "\(names.0) with priority \(highest) began before \(names.1), which was ready with priority \(least)",
                chosen, begin, otherBegin)
        }
        let isEqual =
            priorities.count == 1 && priorities == otherPriorities && isUnchanged(first) && isUnchanged(other)
        // What a barrier or a dependency releases may come in another order (5.6).
        let wereReady =
            own.edges.isEmpty && others.edges.isEmpty
            && !timeline.members(of: queue).contains { member in
                guard timeline.isBarrier(member), let barrier = timeline.operations[member].entry else {
                    return false
                }
                return barrier.from < begin
            }
        if isEqual, wereReady, timeline.isAdded(other, before: first) {
            return FuzzViolation(
                .orderOfAdding,
                "\(names.0) began before \(names.1), which was added first and has its priority",
                chosen, begin, otherBegin)
        }
        return nil
    }

    /// Whether no call changed the priority after the operation was added: its place in the new level is open (5.10).
    private func isUnchanged(_ operation: Int) -> Bool {
        let own = timeline.operations[operation]
        return own.priorities.setIntervals.allSatisfy { write in
            own.entry.map { write.interval.precedes($0) } ?? true
        }
    }
}
