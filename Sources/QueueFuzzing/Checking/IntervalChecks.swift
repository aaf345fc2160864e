/// The sentences of the model about starts and ends, decided by intervals alone: each check goes through the history once.
struct IntervalChecks {
    private let timeline: Timeline
    private let bounds: Bounds
    private let names: [String]

    init(_ bounds: Bounds) {
        self.bounds = bounds
        timeline = bounds.timeline
        names = timeline.operations.indices.map(FuzzProgram.name)
    }

    /// All violations, the first of each kind and operation.
    func violations() -> [FuzzViolation] {
        let operations = timeline.operations.indices
        var found = operations.flatMap { [run($0), start($0), waits($0), completion($0)] }
        found += timeline.queues.indices.flatMap { [overlap($0), waitsForAll($0), counts($0)] }
        found += operations.map(end)
        let violations = found.compactMap { $0 }
        if !violations.isEmpty || timeline.hasEnded { return violations }
        return [
            FuzzViolation(
                .everythingEnds, "everything has finished, and a wait has not returned", timeline.end)
        ]
    }

    // MARK: One operation

    private func run(_ operation: Int) -> FuzzViolation? {
        let own = timeline.operations[operation]
        guard let begin = own.begins.first else { return nil }
        let name = names[operation]
        if own.begins.count > 1 {
            return FuzzViolation(
                .runsOnce, "\(name) began \(own.begins.count) times", begin.time, own.begins[1].time)
        }
        guard let entry = own.entry else { return nil }
        let isInCall = begin.time > entry.from && begin.time < entry.to && begin.thread == own.entryThread
        if own.isByHand {
            let isWhole = isInCall && own.ends.first.map { $0 < entry.to } ?? (entry.to == Interval.never)
            if !isWhole {
                return FuzzViolation(
                    .startsByHandAtOnce, "\(name) ran elsewhere than inside \(name).start()", begin.time,
                    entry.from, entry.to)
            }
        } else if isInCall, !own.waits.contains(entry) {
            return FuzzViolation(
                .neverInsideAdd, "\(name) began inside the call that added it", entry.from, begin.time)
        }
        return nil
    }

    private func start(_ operation: Int) -> FuzzViolation? {
        let own = timeline.operations[operation]
        guard let begin = own.begins.first?.time else { return nil }
        let start = bounds.earliestStart(operation)
        let name = names[operation]
        if start.time > begin, let sentence = start.sentence {
            let reason: String
            switch start.other {
            case .some(let other) where bounds.earliestFinish(other) == Interval.never:
                reason = "\(name) began, and \(names[other]) has never finished"
            case .some(let other): reason = "\(name) began before \(names[other]) had finished"
            case nil where sentence == .suspension: reason = "\(name) began while its queue was suspended"
            case nil: reason = "\(name) began while the limit of its queue was 0"
            }
            let other = start.other.flatMap { timeline.operations[$0].entry?.from } ?? begin
            return FuzzViolation(sentence, reason, begin, other, start.time)
        }
        let certain = timeline.cancels(of: operation).filter { cancel in
            own.cancels.contains(cancel) || (own.entry.map { $0.precedes(cancel) } ?? false)
        }
        // Whether cancelling all reaches barriers is open (11.10).
        if !timeline.isBarrier(operation), let cancel = certain.first(where: { $0.to < start.time }) {
            return FuzzViolation(
                .cancelledNeverRuns, "\(name) began though it had been cancelled before it could start",
                cancel.from, begin)
        }
        return nil
    }

    private func waits(_ operation: Int) -> FuzzViolation? {
        let finish = bounds.earliestFinish(operation)
        guard
            let early = timeline.operations[operation].waits.first(where: {
                $0.to != Interval.never && finish > $0.to
            })
        else { return nil }
        let name = names[operation]
        return FuzzViolation(
            .waitForOperation, "a wait for \(name) returned before \(name) had finished", early.from,
            early.to,
            finish)
    }

    private func completion(_ operation: Int) -> FuzzViolation? {
        let own = timeline.operations[operation]
        let name = names[operation]
        let finish = bounds.earliestFinish(operation)
        if let first = own.completions.first, finish > first {
            return FuzzViolation(
                .completionAfterEnd, "the completion block of \(name) ran before \(name) had finished", first,
                finish)
        }
        let isExpected = timeline.program.operations[operation].hasCompletion && finish != Interval.never
        let isMissing = own.completions.isEmpty && isExpected && timeline.hasEnded
        if own.completions.count > 1 || isMissing {
            return FuzzViolation(
                .completionOnce, "the completion block of \(name) ran \(own.completions.count) times",
                own.completions.first ?? timeline.end, own.completions.last ?? timeline.end)
        }
        return nil
    }

    private func end(_ operation: Int) -> FuzzViolation? {
        let own = timeline.operations[operation]
        guard let entry = own.entry else { return nil }
        let name = names[operation]
        let isCancelled = timeline.firstCancel(of: operation) != Interval.never
        if own.begins.isEmpty, !isCancelled, timeline.hasEnded || isSeenFinished(operation) {
            return FuzzViolation(
                .onlyCancelledIsSkipped, "\(name) never ran, and was never cancelled", entry.from,
                timeline.end)
        }
        if bounds.earliestFinish(operation) == Interval.never, !timeline.hasEnded {
            return FuzzViolation(
                .everythingEnds,
                own.begins.isEmpty ? "\(name) has never started" : "\(name) has begun and never ended",
                entry.from, timeline.end)
        }
        return nil
    }

    private func isSeenFinished(_ operation: Int) -> Bool { bounds.latestFinish(operation) != Interval.never }

    // MARK: One queue

    /// Sweeps over the begins and ends of bodies. Of those that execute at a begin, the last start happened when the limit allowed
    /// as many: at some time after the earliest possible start of each of them.
    private func overlap(_ queue: Int) -> FuzzViolation? {
        let members = timeline.members(of: queue)
        let changes = members.flatMap { operation in
            timeline.operations[operation].begins.map { ($0.time, operation, true) }
                + timeline.operations[operation].ends.map { ($0, operation, false) }
        }.sorted { $0.0 < $1.0 }
        var executing: Set<Int> = []
        for (time, operation, begins) in changes {
            guard begins else {
                executing.remove(operation)
                continue
            }
            executing.insert(operation)
            let from = executing.map { bounds.earliestStart($0).time }.max() ?? time
            let limits = timeline.queues[queue].limit.possible(from: min(from, time), to: time)
            if !limits.contains(-1), let most = limits.max(), executing.count > most, executing.count > 1 {
                let all = executing.sorted().map { names[$0] }.joined(separator: ", ")
                return FuzzViolation(
                    .limit, "\(all) executed at once, and the limit was at most \(most)", from, time)
            }
        }
        return nil
    }

    /// A wait has returned at a moment when the queue may have been empty.
    private func waitsForAll(_ queue: Int) -> FuzzViolation? {
        let members = timeline.members(of: queue).compactMap { operation in
            timeline.operations[operation].entry.map {
                (operation, added: $0.to, left: bounds.earliestFinish(operation))
            }
        }
        for wait in timeline.queues[queue].waits where wait.to != Interval.never {
            // Nothing that was added before the moment may be left at it. The candidates are the call and the finishes.
            let moments = [wait.from] + members.map(\.left).filter { $0 > wait.from && $0 <= wait.to }
            let left = moments.map { moment in members.first { $0.added < moment && $0.left > moment } }
            if left.allSatisfy({ $0 != nil }), let operation = left.compactMap({ $0 }).last?.0 {
                return FuzzViolation(
                    .waitForAll, "a wait for the queue returned while \(names[operation]) was in it",
                    wait.from, wait.to, bounds.earliestFinish(operation))
            }
        }
        return nil
    }

    /// A count lies within what is possible at some time of the call. Whether barriers count is open (11.10).
    private func counts(_ queue: Int) -> FuzzViolation? {
        let members = timeline.members(of: queue)
        for (value, call) in timeline.queues[queue].counts where call.to != Interval.never {
            let isPossible = (call.from...call.to).contains { time in
                var (least, most) = (0, 0)
                for operation in members {
                    guard let entry = timeline.operations[operation].entry, entry.from <= time else {
                        continue
                    }
                    if departed(operation, queue) >= time { most += 1 }
                    let isCertain = entry.to < time && bounds.earliestFinish(operation) > time
                    if isCertain, !timeline.isBarrier(operation) { least += 1 }
                }
                return (least...max(least, most)).contains(value)
            }
            if !isPossible {
                let isAfterAll = members.allSatisfy { departed($0, queue) < call.from }
                return FuzzViolation(
                    isAfterAll ? .countAfterWait : .count, "operationCount was \(value)", call.from, call.to)
            }
        }
        return nil
    }

    /// A time at which the operation had certainly left its queue. Waiting for itself shows only that it has finished (8.6).
    private func departed(_ operation: Int, _ queue: Int) -> Int {
        guard let entry = timeline.operations[operation].entry else { return Interval.never }
        return timeline.queues[queue].waits.filter { entry.precedes($0) }.map(\.to).min() ?? Interval.never
    }
}
