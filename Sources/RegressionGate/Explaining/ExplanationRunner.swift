private import BenchmarkStatistics
private import ConcurrencyPrimitives
public import QueueBenchmarking

/// Finds out whether two queues differ at a case, and why.
///
/// First it compares their times, without a trace, in pairs of new processes, until a difference is found or excluded. Only then it
/// searches for causes: further pairs count allocations, run on one processor, and are traced. So what tracing costs doesn't
/// affect the verdict.
public struct ExplanationRunner: Sendable {
    /// A queue, and the program that has it.
    public struct Variant: Sendable {
        public let subject: SubjectID
        let launcher: any RunLauncher
        let canTrace: Bool

        /// - Parameters:
        ///   - subject: The queue.
        ///   - launcher: Starts processes that measure it.
        ///   - canTrace: Whether they make traced runs.
        public init(_ subject: SubjectID, in launcher: any RunLauncher, canTrace: Bool = true) {
            (self.subject, self.launcher, self.canTrace) = (subject, launcher, canTrace)
        }
    }

    private let variants: (first: Variant, second: Variant)
    private let benchmarkCase: BenchmarkCase
    private let settings: ExplanationSettings
    /// What an allocation of so many bytes costs, in nanoseconds.
    private let allocationCost: @Sendable (Int) -> Double

    /// - Parameters:
    ///   - first: The queue in question.
    ///   - second: The one that it is compared with.
    ///   - benchmarkCase: The case.
    ///   - settings: How much to look for.
    public init(
        _ first: Variant, against second: Variant, at benchmarkCase: BenchmarkCase,
        _ settings: ExplanationSettings
    ) {
        self.init(first, against: second, at: benchmarkCase, settings, AllocationCost.measured)
    }

    /// For tests: with a known cost of an allocation.
    init(
        _ first: Variant, against second: Variant, at benchmarkCase: BenchmarkCase,
        _ settings: ExplanationSettings,
        _ allocationCost: @escaping @Sendable (Int) -> Double
    ) {
        variants = (first, second)
        (self.benchmarkCase, self.settings, self.allocationCost) = (benchmarkCase, settings, allocationCost)
    }

    /// Compares, and explains.
    ///
    /// - Parameter progress: Called with the current step, and the fraction of it that is done.
    /// - Throws: `TracedRuns.Refusal` if a queue can't be run at the case, a run fails its check, or the case has no times; why a
    ///   program is no worker; `CancellationError`.
    public func run(
        progress: @Sendable (_ what: String, _ part: Double) -> Void
    ) async throws -> Explanation {
        var session = ExplanationSession(
            blocks: BlockRunner(
                [.base: variants.second.launcher, .head: variants.first.launcher], seed: settings.seed),
            subjects: (variants.first.subject, variants.second.subject), benchmarkCase: benchmarkCase,
            settings: settings, canTrace: variants.first.canTrace && variants.second.canTrace)
        var times = TimeComparison(settings)
        var switches = BlockValues()
        let start = MonotonicClock.now
        func seconds() -> Double { Double(MonotonicClock.now - start) / 1e9 }
        var finding = TimeComparison.Finding.open
        var (isTimeUp, isLast) = (false, false)
        var runs = settings.runs
        repeat {
            let begin = seconds()
            progress(
                "comparing times",
                min(1, max(begin / settings.seconds, Double(times.blocks) / Double(settings.blocks))))
            let block = try await session.block(.time, runs: runs, warmUps: 2)
            let bound = try await session.block(.work, runs: runs, warmUps: 2)
            guard times.add(session.times(block, bound)) else { throw TracedRuns.Refusal.noMeasuredPart }
            switches.add(session.values(.voluntarySwitches, block))
            runs = settings.runs(after: runs, seconds: seconds() - begin)
            isTimeUp = seconds() >= settings.seconds && times.blocks >= settings.leastBlocks
            isLast = isTimeUp || times.blocks == settings.blocks
            if times.isDue || isLast { finding = times.finding(isLast: isLast) }
        } while (finding == .open || finding == .tooFew) && !isLast
        var different: Set<ComparedTime> = []
        if case .different(let found) = finding { different = found }
        func explanation(_ verdict: Explanation.Verdict) -> Explanation {
            let all = ComparedTime.allCases.compactMap { time -> Explanation.Time? in
                guard let change = times.change(time), let relative = times.relative(time) else { return nil }
                return Explanation.Time(
                    time: time, change: change, relative: relative, differs: different.contains(time))
            }
            return Explanation(verdict: verdict, times: all, blocks: times.blocks, isTimeUp: isTimeUp)
        }
        switch finding {
        case .tooFew: return explanation(.tooFewBlocks)
        case .open: return explanation(.undecided)
        case .same(let within):
            var result = explanation(.nothing(within: within))
            result.counts = try await session.differingAllocations(progress)
            return result
        case .different: break
        }
        var evidence = Evidence(differing: different, switches: switches.change)
        for time in ComparedTime.allCases { evidence.times[time] = times.change(time) }
        let found = try await session.evidence(evidence, runs: runs, allocationCost, progress)
        var result = explanation(.different(CauseRanking(found.evidence)?.causes ?? []))
        (result.counts, result.notes) = (found.counts, found.notes)
        (result.parts, result.boundParts) = (found.parts, found.boundParts)
        return result
    }
}
