extension ExplorationReport {
    /// The report for a toolchain that can't explore.
    init(unsupported reason: String, _ plan: ExplorationPlan, name: String) {
        self.init(scenario: name, strategy: "\(plan.strategy)", seed: plan.seed, memory: plan.memory)
        outcome = .unsupported(reason)
    }

    /// Merges the reports of several shards of one exploration. Of several failures, the one found first is kept.
    ///
    /// - Precondition: There is one at least, and all kept their traces (``ExplorationPlan/keepsTraces``).
    public init(merging reports: [ExplorationReport]) {
        self = reports[0]
        // An exhaustive search isn't shared.
        if reports.count > 1 { estimatedTotal = nil }
        var seen = Set(traces.values)
        for report in reports.dropFirst() {
            if report.outcome.rank > outcome.rank
                || report.outcome.rank == outcome.rank && report.isSooner(than: self)
            {
                outcome = report.outcome
            }
            schedules += report.schedules
            choices += report.choices
            steps += report.steps
            longest = max(longest, report.longest)
            threads = max(threads, report.threads)
            reckoned = max(reckoned, report.reckoned)
            programs = max(programs, report.programs)
            isComplete = isComplete && report.isComplete
            seesRuntime = seesRuntime && report.seesRuntime
            seesDispatch = seesDispatch && report.seesDispatch
            seesInside = seesInside || report.seesInside
            isInstrumented = isInstrumented && report.isInstrumented
            hasFixedHashes = hasFixedHashes && report.hasFixedHashes
            graphs = max(graphs, report.graphs)
            isMemoryLimited = isMemoryLimited || report.isMemoryLimited
            letsLimitsWait = letsLimitsWait || report.letsLimitsWait
            unseen = Set(unseen + report.unseen).sorted()
            nanoseconds += report.nanoseconds
            tried.merge(report.tried, uniquingKeysWith: +)
            covered.merge(report.covered, uniquingKeysWith: +)
            seen.formUnion(report.traces.values)
        }
        traces.values = Array(seen)
        distinct = seen.count
        // One part may see what another didn't come to.
        if case .unseen = outcome, seesInside, unseen.isEmpty { outcome = .passed }
    }

    /// Joins the reports of several programs that are explored one after the other, as ones of a single subject: each has passed
    /// but the last one.
    ///
    /// - Parameter plans: Those of the programs, in their order.
    /// - Precondition: There is one at least.
    package init(ofPrograms reports: [ExplorationReport], plans: [ExplorationPlan]) {
        self.init(merging: reports)
        isComplete = isComplete && reports.count == plans.count
        outcome = reports.last!.outcome
        if var failure = reports.last!.failure {
            failure.schedule += plans.prefix(reports.count - 1).reduce(0) { $0 + $1.schedules }
            outcome = .failed(failure)
        }
        distinct = reports.reduce(0) { $0 + $1.distinct }
        // The same choices are not the same schedule in another program.
        traces.values = reports.enumerated().flatMap { index, report in
            report.traces.values.map { $0 &+ UInt64(index) }
        }
        programs = reports.count
        // Those that haven't begun aren't known.
        let totals = reports.map { $0.isComplete ? Double($0.schedules) : $0.estimatedTotal }
        let isKnown = reports.count == plans.count && !isComplete && !totals.contains(nil)
        estimatedTotal = isKnown ? totals.reduce(0) { $0 + $1! } : nil
    }

    private func isSooner(than other: Self) -> Bool {
        guard let failure, let theirs = other.failure else { return false }
        return failure.schedule < theirs.schedule
    }
}

extension ExplorationReport.Outcome {
    /// The outcome with the higher rank is that of the merged report.
    fileprivate var rank: Int {
        switch self {
        case .vacuous: 0
        case .passed: 1
        case .unseen: 2
        case .nondeterministic: 3
        case .blockedOutside: 4
        case .unsupported: 5
        case .failed: 6
        }
    }
}
