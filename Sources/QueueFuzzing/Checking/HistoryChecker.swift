/// Decides whether a history is one that the model allows.
public struct HistoryChecker: Sendable {
    /// What was decided.
    public enum Verdict: Codable, Hashable, Sendable {
        case allowed
        case forbidden(FuzzViolation)
        /// The search has used up its budget.
        case undecided
    }

    /// The most configurations that the search enters for one history.
    public var budget: Int

    public init(budget: Int = 200_000) { self.budget = budget }

    /// Judges the history of a program: first by intervals, then by a search for each operation and each setting.
    public func check(_ history: FuzzHistory, of program: FuzzProgram) -> Verdict {
        let bounds = Bounds(Timeline(history, of: program))
        if let violation = violationsByIntervals(bounds).first { return .forbidden(violation) }
        return search(bounds)
    }

    /// What intervals alone decide.
    func violationsByIntervals(_ bounds: Bounds) -> [FuzzViolation] {
        IntervalChecks(bounds).violations() + OrderChecks(bounds).violations()
    }

    /// What only an order of all that took effect decides.
    func search(_ bounds: Bounds) -> Verdict {
        let timeline = bounds.timeline
        var left = budget
        var isDecided = true
        for operation in timeline.operations.indices {
            let search = LinearizationSearch<LifeCycleModel>(lifeCycle(of: operation, bounds), from: .init())
            switch search.run(&left) {
            case .allowed: break
            case .refused(let step):
                let observed = "\(FuzzProgram.name(operation)): \(Self.text(step.action))"
                return Self.forbidden(LifeCycleModel.sentence(step.action), observed, step.interval)
            case .undecided: isDecided = false
            }
        }
        for (search, initial) in timeline.queues.indices.flatMap({ settings(of: $0, timeline) }) {
            switch LinearizationSearch<SettingModel>(search, from: initial).run(&left) {
            case .allowed: break
            case .refused(let step):
                return Self.forbidden(
                    SettingModel.sentence(step.action), Self.text(step.action), step.interval)
            case .undecided: isDecided = false
            }
        }
        return isDecided ? .allowed : .undecided
    }

    private static func forbidden(
        _ sentence: ModelSentence, _ observed: String, _ interval: Interval
    ) -> Verdict {
        .forbidden(FuzzViolation(sentence, observed, interval.from, interval.to))
    }

    /// What was set and read of each setting of a queue, and its value at the beginning.
    private func settings(
        of queue: Int, _ timeline: Timeline
    ) -> [([LinearizationSearch<SettingModel>.Step], Int)] {
        let own = timeline.queues[queue]
        return [
            (own.limit, own.limitReads, timeline.program.limits[queue], ModelSentence.limitRead),
            (own.isSuspended, own.suspendedReads, 0, .suspensionRead),
        ].map { register, reads, initial, sentence in
            let sets = register.setIntervals.map {
                LinearizationSearch<SettingModel>.Step(.set($0.value), $0.interval)
            }
            return (sets + reads.map { .init(.read($0.value, sentence), $0.interval) }, initial)
        }
    }

    /// What happened to one operation, for the search. What isn't seen, as the start, has the bounds that follow from the rest.
    private func lifeCycle(
        of operation: Int, _ bounds: Bounds
    ) -> [LinearizationSearch<LifeCycleModel>.Step] {
        typealias Step = LinearizationSearch<LifeCycleModel>.Step
        let timeline = bounds.timeline
        let own = timeline.operations[operation]
        // Without a read, there is nothing that the intervals don't decide.
        if own.reads.isEmpty { return [] }
        // Whether a barrier before it makes an operation unready is open.
        let reads = own.reads.filter { read in
            read.property != .isReady || read.value || !mayStandBehindBarrier(operation, timeline)
        }
        var steps = reads.map { Step(.read($0.property, $0.value), $0.interval) }
        if let begin = own.begins.first?.time {
            steps.append(Step(.start, Interval(bounds.earliestStart(operation).time, begin)))
        }
        if let end = own.ends.first { steps.append(Step(.bodyEnds, Interval(end, end))) }
        let finish = bounds.earliestFinish(operation)
        if finish != Interval.never {
            steps.append(Step(.finish, Interval(finish, bounds.latestFinish(operation))))
        }
        for cancel in timeline.cancels(of: operation) {
            let isCertain = own.cancels.contains(cancel) || (own.entry.map { $0.precedes(cancel) } ?? false)
            steps.append(Step(isCertain ? .cancel : .mayCancel, cancel))
        }
        steps += own.edges.map { Step(.addDependency($0.other), $0.interval) }
        steps += own.removals.map { other, interval in
            let mayFinish = bounds.earliestFinish(other) <= interval.to
            return Step(mayFinish ? .removeFinishing(other) : .removeDependency(other), interval)
        }
        for other in Set(own.edges.map(\.other)).sorted() where bounds.earliestFinish(other) != Interval.never
        {
            steps.append(Step(.finishes(other), Interval(bounds.earliestFinish(other), Interval.never)))
        }
        return steps
    }

    private func mayStandBehindBarrier(_ operation: Int, _ timeline: Timeline) -> Bool {
        guard let queue = timeline.operations[operation].queue else { return false }
        return timeline.members(of: queue).contains {
            timeline.isBarrier($0) && !timeline.isAdded(operation, before: $0)
        }
    }

    private static func text(_ action: LifeCycleModel.Action) -> String {
        switch action {
        case .read(let property, let value): "\(property.rawValue) was \(value)"
        case .start: "it started"
        case .bodyEnds: "its body ended"
        case .finish, .finishes: "it finished"
        case .cancel, .mayCancel: "it was cancelled"
        case .addDependency: "a dependency was added"
        case .removeDependency, .removeFinishing: "a dependency was removed"
        }
    }

    private static func text(_ action: SettingModel.Action) -> String {
        switch action {
        case .set(let value): "\(value) was set"
        case .read(let value, _): "\(value) was read"
        }
    }
}
