internal import BenchmarkStatistics
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import QueueBenchmarking
internal import RandomNumbers
private import TextFormats

extension GateSession {
    /// Compares times, in blocks, until every comparison is settled or has its last block, or the time is up.
    mutating func time() async throws {
        keepLargestSizes()
        let families = [GateTier.cpu, .wall].filter(settings.tiers.contains).map { TimeFamily($0, settings) }
        // The rest of the time is for the analysis.
        let begin = MonotonicClock.now
        let end = min(
            begin + UInt64(settings.seconds * 1e9), end(ofPart: Self.partBeforeAnalysis) ?? .max)
        var timed = families.flatMap { family in comparisons.map { TimedComparison($0, family) } }
        var random = Xoshiro256(seed: settings.seed &+ 1)
        var isOver = false
        var interruption: CancellationError?
        for number in 0..<settings.blocks where !isOver && !timed.allSatisfy(\.isSettled) {
            for index in random.shuffled(Array(timed.indices)) where !timed[index].isSettled {
                // The last block or the time limit ends it, whichever comes first.
                let partOfTime = Double(MonotonicClock.now - begin) / Double(max(1, end - min(begin, end)))
                events.progress(
                    "timing \(timed[index].comparison.benchmarkCase.scenario)",
                    min(1, max(partOfTime, Double(number) / Double(settings.blocks))))
                do {
                    try await addBlock(number, to: &timed[index])
                } catch let error as CancellationError {
                    interruption = error
                    break
                }
            }
            timed.removeAll { !comparisons.contains($0.comparison) }
            isOver = MonotonicClock.now >= end || interruption != nil
            for family in families { analyze(&timed, family, blocks: number + 1, isOver: isOver) }
        }
        if isOver, interruption == nil {
            note("The time was up before the cap of \(settings.blocks) blocks.")
        }
        report(timed, families)
        if let interruption { throw interruption }
    }

    private static let partBeforeAnalysis = 0.97

    private mutating func addBlock(_ number: Int, to timed: inout TimedComparison) async throws {
        let (family, comparison) = (timed.family, timed.comparison)
        let plan = BlockRunner.Plan(
            tier: family.tier, purpose: family.purpose, variants: GateVariant.allCases,
            subject: comparison.subject,
            cases: [comparison.benchmarkCase], warmUps: 2, runs: settings.runs,
            anchor: (Self.anchor, Self.anchorCase))
        let block = try await blocks.run(plan, number: number)
        if let failure = block.failure { return try await resultFailed(failure, comparison) }
        if let skipReason = block.skipReason {
            let failure = BlockRunner.Failure(
                variant: skipReason.variant, subject: comparison.subject,
                benchmarkCase: comparison.benchmarkCase, plan: plan,
                reason: "the variant now skips it: \(skipReason.reason)")
            return try await resultFailed(failure, comparison)
        }
        for run in block.runs + block.anchors { try events.run(run) }
        timed.add(block)
    }

    /// Judges the unsettled comparisons if an interim analysis is due. The p-values are corrected for all
    /// comparisons of the tier (Holm; in several interim analyses as in Ye, Li, Liu, Yao: *A group sequential Holm
    /// procedure with multiple primary endpoints*, Statistics in Medicine 32(7), 2013).
    private func analyze(
        _ timed: inout [TimedComparison], _ family: TimeFamily, blocks: Int, isOver: Bool
    ) {
        guard isOver || family.schedule.blocks.contains(blocks) else { return }
        let isLast = isOver || blocks == family.schedule.blocks.last
        let tests = timed.indices.filter { timed[$0].family.tier == family.tier }.flatMap { index in
            timed[index].metrics.compactMap { metric in
                timed[index].differences(metric, of: .head).map {
                    (index: index, metric: metric, differences: $0)
                }
            }
        }
        let adjusted = Holm.adjusted(tests.map(\.differences.pValue))
        for (test, adjusted) in zip(tests, adjusted) where timed[test.index].settled[test.metric] == nil {
            let judgement = family.rule.judge(test.differences.center, adjusted: adjusted, isLast: isLast)
            if isLast || judgement.isSettled && !anchorHasMoved(timed[test.index]) {
                timed[test.index].settled[test.metric] = judgement
            }
        }
    }

    private func anchorHasMoved(_ timed: TimedComparison) -> Bool {
        anchorHasMoved(timed.anchor ?? PairedDifferences(values: []))
    }

    /// - Parameter differences: The differences between the anchor's logarithms.
    func anchorHasMoved(_ differences: PairedDifferences) -> Bool {
        guard let effect = differences.center else { return true }
        // A difference that isn't significant is no movement.
        guard let interval = effect.interval, interval.lower > 0 || interval.upper < 0 else { return false }
        return abs(effect.point) > log(1 + settings.anchorTolerance)
    }

    // MARK: What comes out

    private mutating func report(_ timed: [TimedComparison], _ families: [TimeFamily]) {
        for family in families {
            let own = timed.filter { $0.family.tier == family.tier }
            let tests = own.reduce(0) { $0 + $1.metrics.count }
            // For each draw, whether any comparison alarmed.
            var alarms = [Bool](repeating: false, count: settings.draws)
            for one in own {
                for alarmed in report(one, tests) { alarms = zip(alarms, alarmed).map { $0 || $1 } }
            }
            guard tests > 0, family.tier == .cpu else { continue }
            let count = alarms.count { $0 }
            falseAlarms = .init(
                count: count, draws: alarms.count,
                interval: BinomialInterval(count: count, of: alarms.count))
        }
    }

    /// For each metric with a control, whether each draw alarmed.
    private mutating func report(_ one: TimedComparison, _ tests: Int) -> [[Bool]] {
        let (tier, subject, item) = (one.family.tier, one.comparison.subject, one.comparison.item)
        let hasMoved = anchorHasMoved(one)
        if let effect = one.anchor?.center {
            anchors.append(
                .init(tier: tier, subject: subject, item: item, effect: effect.relative, hasMoved: hasMoved))
        }
        for metric in one.family.metrics where one.isMissing(metric) {
            headLacks("measure it", tier, subject, item, metric.rawValue)
        }
        return one.metrics.compactMap { metric in
            let control = one.differences(metric, of: .control)
            let analysis = control.map {
                ControlAnalysis(
                    $0, rule: one.family.rule, comparisons: tests, schedule: one.family.schedule.blocks,
                    draws: settings.draws, seed: settings.seed)
            }
            add(line(one, metric, self.control(one, control, analysis, tests), hasMoved))
            return analysis?.alarms
        }
    }

    private func line(
        _ one: TimedComparison, _ metric: Metric, _ control: GateControl?, _ hasMoved: Bool
    ) -> GateLine {
        let settled = one.settled[metric]
        let (verdict, reason) = verdict(settled, control, hasMoved)
        var line = GateLine(
            tier: one.family.tier, subject: one.comparison.subject, item: one.comparison.item,
            metric: metric.rawValue, verdict: verdict, reason: reason)
        line.base = one.median(metric, of: .base)
        line.head = one.median(metric, of: .head)
        line.unit = metric.unit
        line.control = control
        line.pValue = settled.map { min(1, $0.adjusted * Double(one.family.schedule.blocks.count)) }
        guard let differences = one.differences(metric, of: .head) else { return line }
        line.effect = differences.center.map { GateEffect(.relative, $0.relative) }
        line.blocks = differences.values.count
        return line
    }

    private func verdict(
        _ settled: PairedRule.Judgement?, _ control: GateControl?, _ hasMoved: Bool
    ) -> (GateVerdict, reason: String) {
        if hasMoved {
            return (.inconclusive, Self.movedAnchor)
        }
        if let control, control.isFalseAlarm {
            return (.inconclusive, "the base differs from itself by \(Self.growth(control.effect))")
        }
        guard let settled else { return (.inconclusive, "it was not decided before the end") }
        return (settled.verdict, settled.reason)
    }

    private static func growth(_ effect: Estimate) -> String {
        Decimals.growth(effect.point, effect.interval.map { ($0.lower, $0.upper) })
    }

    private func control(
        _ one: TimedComparison, _ differences: PairedDifferences?, _ analysis: ControlAnalysis?, _ tests: Int
    ) -> GateControl? {
        guard let analysis, let differences, let center = differences.center else { return nil }
        let adjusted = min(1, differences.pValue * Double(tests))
        return GateControl(
            verdict: one.family.rule.judge(center, adjusted: adjusted, isLast: true).verdict,
            effect: center.relative, falseAlarms: analysis.alarms.count { $0 }, draws: analysis.alarms.count,
            detectable: analysis.detectable.map { exp($0) - 1 })
    }
}
