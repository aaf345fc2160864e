private import BenchmarkStatistics
internal import QueueBenchmarking

extension GateSession {
    /// The number of blocks, each with all sizes.
    private static let scalingBlocks = 16

    /// The exponents of a queue at a scenario, block by block.
    private struct Growth {
        let subject: SubjectID
        let scenario: String
        var slopes: [GateVariant: [Double]] = [:]
        /// The differences between the anchor's logarithms.
        var anchors: [Double] = []

        /// The differences between the exponents of head and base.
        var differences: PairedDifferences {
            PairedDifferences(values: zip(slopes[.head] ?? [], slopes[.base] ?? []).map { $0 - $1 })
        }
    }

    /// Compares the exponents of the growth of cost.
    mutating func scale() async throws {
        let families = Dictionary(grouping: comparisons.filter { $0.scale != nil }) {
            "\($0.subject) at \($0.benchmarkCase.scenario)"
        }.sorted { $0.key < $1.key }
        var found: [Growth] = []
        for (number, family) in families.enumerated() {
            let first = family.value[0]
            if Set(Self.sizes(of: family.value)).count < LogLogSlope.fewestSizes, settings.tiers != [.scaling]
            {
                note("\(family.key): no exponent, which takes cases of \(LogLogSlope.fewestSizes) sizes")
                continue
            }
            if skip(after: 0.7, .scaling, first.subject, first.benchmarkCase.scenario, "exponent") {
                continue
            }
            events.progress("scaling \(family.key)", Double(number) / Double(families.count))
            if let growth = try await scale(family.value) { found.append(growth) }
        }
        let adjusted = Holm.adjusted(found.map(\.differences.pValue))
        let rule = PairedRule(
            threshold: settings.exponentThreshold, level: settings.level,
            detectable: settings.exponentThreshold)
        for (growth, adjusted) in zip(found, adjusted) { add(line(growth, rule, adjusted)) }
    }

    private static func sizes(of cases: [GateComparison]) -> [Double] {
        cases.compactMap { one in one.scale.map { Double(one.benchmarkCase.parameters[$0] ?? 0) } }
    }

    /// - Parameter cases: All sizes of one queue at one scenario.
    private mutating func scale(_ cases: [GateComparison]) async throws -> Growth? {
        guard let first = cases.first else { return nil }
        let sizes = Self.sizes(of: cases)
        var growth = Growth(subject: first.subject, scenario: first.benchmarkCase.scenario)
        for number in 0..<Self.scalingBlocks {
            let block = try await blocks.run(
                BlockRunner.Plan(
                    tier: .scaling, purpose: .work, variants: [.base, .head], subject: first.subject,
                    cases: cases.map(\.benchmarkCase), warmUps: 1, runs: 2,
                    anchor: (Self.anchor, Self.anchorCase)),
                number: number)
            if let failure = block.failure {
                try await resultFailed(
                    failure, cases.first { $0.benchmarkCase == failure.benchmarkCase } ?? first)
                return nil
            }
            for run in block.runs + block.anchors { try events.run(run) }
            if let difference = block.anchorDifference(.processCPUTime, of: .head) {
                growth.anchors.append(difference)
            }
            for variant in [GateVariant.base, .head] {
                let costs = zip(cases, sizes).compactMap { one, size in
                    block.value(.processCPUTime, of: variant, at: one.benchmarkCase).map { $0 * size }
                }
                do {
                    let slope = try LogLogSlope(sizes: sizes, costs: costs).slope.point
                    growth.slopes[variant, default: []].append(slope)
                } catch {
                    let reason = "the costs of the \(variant.rawValue) have no exponent: \(error)"
                    add(line(growth, .inconclusive, reason))
                    return nil
                }
            }
        }
        return growth
    }

    private mutating func line(_ growth: Growth, _ rule: PairedRule, _ adjusted: Double) -> GateLine {
        let effect = growth.differences.center
        let judgement = rule.judge(effect, adjusted: adjusted, isLast: true)
        let anchor = PairedDifferences(values: growth.anchors)
        let hasMoved = anchorHasMoved(anchor)
        if let effect = anchor.center {
            anchors.append(
                .init(
                    tier: .scaling, subject: growth.subject, item: growth.scenario, effect: effect.relative,
                    hasMoved: hasMoved))
        }
        var line =
            hasMoved
            ? line(growth, .inconclusive, Self.movedAnchor)
            : line(growth, judgement.verdict, judgement.reason)
        line.base = growth.slopes[.base].flatMap { Sample($0)?.median }
        line.head = growth.slopes[.head].flatMap { Sample($0)?.median }
        line.effect = effect.map { GateEffect(.absolute, $0) }
        line.pValue = adjusted
        return line
    }

    private func line(_ growth: Growth, _ verdict: GateVerdict, _ reason: String) -> GateLine {
        var line = GateLine(
            tier: .scaling, subject: growth.subject, item: growth.scenario, metric: "exponent",
            verdict: verdict,
            reason: reason)
        line.blocks = growth.differences.values.count
        return line
    }

    /// Times are compared only at the largest size of a scenario, which shows most of the cost of an operation.
    mutating func keepLargestSizes() {
        let sizes = comparisons
        comparisons.removeAll { one in
            guard let scale = one.scale, let size = one.benchmarkCase.parameters[scale] else { return false }
            return sizes.contains { other in
                other.subject == one.subject && other.benchmarkCase.scenario == one.benchmarkCase.scenario
                    && (other.benchmarkCase.parameters[scale] ?? 0) > size
            }
        }
    }
}
