private import BenchmarkStatistics
internal import QueueBenchmarking

extension GateSession {
    /// How many blocks there are, each with all sizes.
    private static let scalingBlocks = 16

    /// Compares the exponents with which cost grows.
    mutating func scale() async throws {
        let families = Dictionary(grouping: comparisons.filter { $0.scale != nil }) { $0.arm }
        var found:
            [(comparison: GateComparison, differences: PairedDifferences, slopes: [GateSide: [Double]])] = []
        for (number, family) in families.sorted(by: { $0.key < $1.key }).enumerated() {
            for (scenario, cases) in Dictionary(grouping: family.value, by: \.measured.scenario).sorted(by: {
                $0.key < $1.key
            }) {
                events.progress("scaling \(scenario)", Double(number) / Double(families.count))
                if let one = try await scale(cases) { found.append(one) }
            }
        }
        let adjusted = Holm.adjusted(found.map(\.differences.pValue))
        let rule = PairedRule(
            threshold: settings.exponentThreshold, level: settings.level,
            detectable: settings.exponentThreshold)
        for (one, adjusted) in zip(found, adjusted) { add(line(one, rule, adjusted)) }
    }

    private mutating func scale(
        _ cases: [GateComparison]
    ) async throws -> (
        comparison: GateComparison, differences: PairedDifferences, slopes: [GateSide: [Double]]
    )? {
        guard let first = cases.first, let scale = first.scale else { return nil }
        let sizes = cases.map { Double($0.measured.parameters[scale] ?? 0) }
        var slopes: [GateSide: [Double]] = [:]
        for number in 0..<Self.scalingBlocks {
            let block = try await blocks.run(
                BlockRunner.Plan(
                    tier: .scaling, purpose: .work, sides: [.base, .head], arm: first.arm,
                    cases: cases.map(\.measured), warmUps: 1, runs: 2), number: number)
            if let failure = block.failure {
                try await resultFailed(failure, first)
                return nil
            }
            for run in block.runs { try events.run(run) }
            for side in [GateSide.base, .head] {
                let costs = zip(cases, sizes).compactMap { one, size in
                    block.value(.processCPUTime, of: side, at: one.measured).map { $0 * size }
                }
                do {
                    let slope = try LogLogSlope(sizes: sizes, costs: costs).slope.point
                    slopes[side, default: []].append(slope)
                } catch {
                    var line = GateLine(
                        tier: .scaling, arm: first.arm, subject: first.measured.scenario, metric: "exponent",
                        verdict: .inconclusive,
                        reason: "the costs of the \(side.rawValue) have no exponent: \(error)")
                    line.blocks = number
                    add(line)
                    return nil
                }
            }
        }
        guard let base = slopes[.base], let head = slopes[.head] else { return nil }
        return (first, PairedDifferences(values: zip(head, base).map { $0 - $1 }), slopes)
    }

    private func line(
        _ one: (comparison: GateComparison, differences: PairedDifferences, slopes: [GateSide: [Double]]),
        _ rule: PairedRule, _ adjusted: Double
    ) -> GateLine {
        let effect = one.differences.center
        let judgement = rule.judge(effect, adjusted: adjusted, isLast: true)
        var line = GateLine(
            tier: .scaling, arm: one.comparison.arm, subject: one.comparison.measured.scenario,
            metric: "exponent",
            verdict: judgement.verdict, reason: judgement.reason)
        line.base = one.slopes[.base].flatMap { Sample($0)?.median }
        line.head = one.slopes[.head].flatMap { Sample($0)?.median }
        line.effect = effect.map { GateEffect(.absolute, $0) }
        line.blocks = one.differences.values.count
        line.pValue = adjusted
        return line
    }

    /// Of the sizes of a scenario, the largest tells most of what an operation costs.
    mutating func keepLargestSizes() {
        let sizes = comparisons
        comparisons.removeAll { one in
            guard let scale = one.scale, let size = one.measured.parameters[scale] else { return false }
            return sizes.contains { other in
                other.arm == one.arm && other.measured.scenario == one.measured.scenario
                    && (other.measured.parameters[scale] ?? 0) > size
            }
        }
    }
}
