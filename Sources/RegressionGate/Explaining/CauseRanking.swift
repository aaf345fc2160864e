import BenchmarkStatistics
import QueueBenchmarking

/// Ranks the causes of a difference.
///
/// What is counted comes first: three more allocations an operation are a cause, and the part of the time in which they happen is
/// where they are. A count is a cause if it differs for certain, goes with the difference, and explains a fifth of it. The rest are
/// parts of the time that no count explains, and lesser counts, by their size.
///
/// Where at least half of the difference is there with all threads on one processor, the parts are those of traced runs on one
/// processor, which have less noise. Otherwise it is something that only several processors have: polling, sleeping, or words of
/// memory that pass between them. Idle time is the last cause: where nothing else is one, operations start in another order.
struct CauseRanking {
    /// Which part of the difference a count must explain to be the first cause.
    static let leastCountedShare = 0.2
    /// Which part of it must be there, or missing, on one processor.
    static let leastBoundShare = 0.5
    /// Which part of it anything must explain.
    static let leastShare = 0.1

    private let evidence: Evidence
    private let explained: ComparedTime
    /// 1 if the first queue takes more, -1 if it takes less.
    private let sign: Double
    /// The difference in runs without a trace; above zero.
    private let difference: Double

    /// Nil if there is no difference.
    init?(_ evidence: Evidence) {
        guard let explained = evidence.explained, let change = evidence.times[explained],
            evidence.sign(explained) != 0
        else { return nil }
        (self.evidence, self.explained, sign) = (evidence, explained, evidence.sign(explained))
        difference = abs(change.estimate.point)
    }

    /// The causes, the first first; empty if nothing is certain.
    var causes: [Cause] {
        let counted = counted
        let first = counted.filter { $0.share >= Self.leastCountedShare }
        var explained = Set(counted.flatMap(\.kind.explained))
        if first.contains(where: { $0.kind == .visits }) { explained.insert(.lock) }
        let lesser = counted.filter { $0.share < Self.leastCountedShare }
        let rest = lesser + parts.filter { !explained.contains($0.part) }
        // What no span explains is often the kernel's and the runtime's share in the same thing.
        let all =
            first + transfers
            + rest.sorted { ($0.isUntraced ? 1 : 0, -$0.size) < ($1.isUntraced ? 1 : 0, -$1.size) }
        return all.isEmpty ? [order].compactMap(\.self) : all
    }

    /// Which part of the difference is there on one processor.
    private var boundShare: Double {
        guard let bound = evidence.times[.bound], bound.isCertain else { return 0 }
        return max(0, min(1, bound.estimate.point * sign / difference))
    }

    /// - Parameters:
    ///   - change: What must differ for certain, in the direction of the difference.
    ///   - part: How much of the difference it explains. Traced runs may differ by more than runs without a trace.
    private func cause(_ kind: Cause.Kind, _ change: PairedChange?, _ part: Double) -> Cause? {
        guard let change, change.isCertain, change.estimate.point * sign > 0 else { return nil }
        let share = min(1, part / difference)
        guard share >= Self.leastShare else { return nil }
        return Cause(kind: kind, change: change, nanoseconds: part * sign, share: share)
    }

    /// How much a part of the time has grown in traced runs, in the direction of the difference.
    private func growth(_ part: TraceBreakdown.Part) -> Double {
        max(0, (evidence.parts[part]?.estimate.point ?? 0) * sign)
    }

    // MARK: What is counted

    private var counted: [Cause] {
        [allocations, wakeUps, lockSleeps, visits, growing, longPolls].compactMap(\.self)
            .sorted { $0.size > $1.size }
    }

    private var allocations: Cause? {
        let change = evidence.allocations
        let cost = abs(change?.estimate.point ?? 0) * evidence.allocationCost
        return cause(.allocations, change, cost)
    }

    /// The calls that wake, and what the kernel does for them, which notes nothing.
    private var wakeUps: Cause? {
        var cost = growth(.waking)
        if let switches = evidence.switches, switches.isCertain, switches.estimate.point * sign > 0 {
            cost += growth(.untraced)
        }
        return cause(.wakeUps, evidence.counts[.wakeUps], cost)
    }

    /// Where visits are more, threads wait for those.
    private var lockSleeps: Cause? {
        if let visits, visits.share >= Self.leastCountedShare { return nil }
        return cause(.lockSleeps, evidence.counts[.lockSleeps], growth(.lock))
    }

    /// As many more as there are, each as long as one of the other queue, and what threads wait for them.
    private var visits: Cause? {
        guard let visits = evidence.counts[.visits], visits.second > 0,
            let time = evidence.parts[.queue]?.second
        else { return nil }
        let cost = min(abs(visits.estimate.point) * time / visits.second, growth(.queue))
        // A few more visits don't explain that all wait.
        let explainsWaiting = cost >= Self.leastCountedShare * difference
        return self.cause(.visits, visits, explainsWaiting ? cost + growth(.lock) : cost)
    }

    private var growing: Cause? {
        let change = evidence.growth
        return cause(.growth, change, abs(change?.estimate.point ?? 0))
    }

    /// How often a thread polls varies, and with it the time; how long it does is certain earlier.
    private var longPolls: Cause? {
        cause(.longPolls, evidence.pollLength, growth(.polling))
    }

    // MARK: What only several processors have

    private var transfers: [Cause] {
        guard explained == .processor, let all = evidence.times[.processor],
            let most = evidence.times[.bound].flatMap(most)
        else { return [] }
        // At most as much as the code has grown that neither sleeps nor polls.
        let code: [TraceBreakdown.Part] = [.adding, .operation, .queue, .worker, .body]
        let grown = code.reduce(0) { $0 + growth($1) } / difference
        let share = min(1, grown, 1 - boundShare)
        guard share >= Self.leastBoundShare, most < difference else { return [] }
        return [Cause(kind: .transfers, change: all, nanoseconds: share * difference * sign, share: share)]
    }

    // MARK: Order

    /// If anything else is a cause, or may be, idle processors follow from it.
    private var order: Cause? {
        guard explained == .elapsed, evidence.isNoted, let processor = evidence.times[.processor],
            isSmall(processor), evidence.parts[.delayed].map(isSmall) ?? true
        else { return nil }
        return cause(.order, evidence.parts[.idle], growth(.idle))
    }

    /// Whether it is known to have grown by less than a fifth of the difference.
    private func isSmall(_ change: PairedChange) -> Bool {
        most(change).map { $0 < Self.leastCountedShare * difference } ?? false
    }

    /// The end of its interval that lies farther in the direction of the difference; nil if it has none.
    private func most(_ change: PairedChange) -> Double? {
        change.estimate.interval.map { max($0.lower * sign, $0.upper * sign) }
    }

    // MARK: Parts of the time

    private var parts: [Cause] {
        let bound = boundShare >= Self.leastBoundShare ? evidence.boundParts : [:]
        let own = bound.compactMap { part, change in
            part.isIdle ? nil : cause(.part(part), change, change.estimate.point * sign)
        }
        let known = Set(own.map(\.part))
        let all = evidence.parts.compactMap { part, change in
            known.contains(part) || part == .idle || part == .delayed && explained != .elapsed
                ? nil : cause(.part(part), change, growth(part))
        }
        return own + all
    }
}

extension Cause {
    /// The part of the time that it is; nil if it is something that is counted.
    fileprivate var part: TraceBreakdown.Part? {
        if case .part(let part) = kind { part } else { nil }
    }

    /// Its part of the difference, which may be more than that in traced runs.
    fileprivate var size: Double { abs(nanoseconds) }

    fileprivate var isUntraced: Bool { part == .untraced }
}

extension Cause.Kind {
    /// The parts of the time that grow with it and are no cause by themselves.
    fileprivate var explained: [TraceBreakdown.Part?] {
        switch self {
        case .wakeUps: [.waking]
        case .lockSleeps: [.lock]
        case .visits, .growth: [.queue]
        case .longPolls: [.polling]
        case .allocations, .transfers, .order, .part: []
        }
    }
}
