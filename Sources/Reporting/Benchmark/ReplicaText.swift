internal import BenchmarkStatistics
public import QueueBenchmarking
private import TextFormats

/// What `oplab aa` says.
public enum ReplicaText {
    /// What the tests could find at all; empty if every one could find a difference.
    public static func power(_ comparison: ReplicaComparison) -> String {
        let tests = comparison.lines.count
        guard let smallest = comparison.lines.map(\.smallest).min(), comparison.powerless > 0 else {
            return ""
        }
        let least = ReplicaComparison.leastRounds(tests: tests)
        if comparison.hasPower {
            return PlainText.wrapped(
                "\(comparison.powerless) of \(tests) tests have too few rounds to find a difference by "
                    + "themselves; with \(least) rounds each (--rounds \(least)) all could.", indent: 0)
        }
        return PlainText.wrapped(
            "NO POWER: with so few rounds no p-value can lie below \(number(smallest)), and corrected for "
                + "\(tests) tests none below \(number(min(1, smallest * Double(tests)))): nothing can differ, "
                + "whatever the times are. It takes \(least) rounds (--rounds \(least)).", indent: 0)
    }

    public static func line(_ comparison: ReplicaComparison, pair: Int, of pairs: Int) -> String {
        let differing = comparison.lines.filter(\.differs)
        var text =
            "pair \(pair) of \(pairs): \(differing.count) of \(comparison.lines.count) differ; uncorrected "
            + "\(comparison.lines.count { $0.differsAlone })\n"
        for line in differing {
            text += PlainText.wrapped(
                "\(line.subject) at \(line.benchmarkCase): \(number(line.medians[0])) and \(number(line.medians[1])) "
                    + "ns/operation, corrected p \(number(line.adjusted))")
        }
        for failure in comparison.failures { text += PlainText.wrapped("FAILED: \(failure)") }
        return text
    }

    public static func end(_ tally: ReplicaTally, seed: UInt64) -> String {
        var text = "\n"
        if let interval = tally.interval, let alone = tally.intervalAlone {
            text += PlainText.wrapped(
                "\(tally.differing) of \(tally.tests) tests differ after Holm's correction: "
                    + rate(tally.differing, tally.tests, interval), indent: 0)
            text += PlainText.wrapped(
                "\(tally.differingAlone) of \(tally.tests) without it: "
                    + rate(tally.differingAlone, tally.tests, alone), indent: 0)
            text +=
                "Intervals: Clopper and Pearson's, 95%, as if the tests were independent.\n"
            if !tally.hasPower { text += "NO POWER: none of them could have differed.\n" }
        } else if tally.pairs == 0 {
            text += "Interrupted before the first pair was there.\n"
        } else {
            text += "Nothing was compared: there are no processor times.\n"
        }
        if !tally.failures.isEmpty { text += "\(tally.failures.count) runs had a wrong result.\n" }
        return text + "Seed \(seed).\n"
    }

    private static func rate(_ count: Int, _ tests: Int, _ interval: BinomialInterval) -> String {
        func percent(_ value: Double) -> String { number(value * 100) + "%" }
        return percent(Double(count) / Double(tests))
            + " (\(percent(interval.lower))–\(percent(interval.upper)))"
    }

    /// With two significant digits at least.
    private static func number(_ value: Double) -> String { Decimals.ratio(value) }
}
