internal import BenchmarkStatistics
private import LinuxPlatform
internal import QueueBenchmarking
internal import RegressionGate
private import TextFormats

/// What `oplab gate explain` prints: the distribution of the values behind a verdict.
public enum GateExplanation {
    /// The distribution of the values of some rows.
    ///
    /// - Parameters:
    ///   - rows: The measurements of the gate.
    ///   - queue: A queue as in "lock" or "lock/chained"; nil for all.
    ///   - benchmarkCase: The beginning of a case, as in "empty limit=1"; nil for all.
    ///   - metric: A metric by its name in the file; nil for all.
    ///   - width: The width of the text in columns.
    /// - Throws: `UnknownName` if the rows contain none of these.
    public static func text(
        _ rows: [GateRunRow], queue: String? = nil, case benchmarkCase: String? = nil, metric: String? = nil,
        width: Int
    ) throws -> String {
        if rows.isEmpty { return "The file has no runs.\n" }
        func chosen(
            _ rows: [GateRunRow], _ kind: String, _ name: String?, _ text: (GateRunRow) -> String,
            _ isMeant: (GateRunRow, String) -> Bool
        ) throws -> [GateRunRow] {
            guard let name else { return rows }
            let found = rows.filter { isMeant($0, name) }
            if found.isEmpty {
                throw UnknownName(kind, name, among: Set(rows.map(text)).sorted())
            }
            return found
        }
        var rows = try chosen(rows, "queue", queue, { "\($0.subject)" }) { row, name in
            row.subject.queue == name || "\(row.subject)" == name
        }
        rows = try chosen(rows, "case", benchmarkCase, { "\($0.benchmarkCase)" }) {
            "\($0.benchmarkCase)".hasPrefix($1)
        }
        rows = try chosen(rows, "metric", metric, { $0.metric.rawValue }) { $0.metric.rawValue == $1 }
        return GateBlocks.grouped(rows).map { text($0, width) }.joined(separator: "\n")
    }

    private static func text(_ one: GateBlocks, _ width: Int) -> String {
        let comparison = one.comparison
        let title =
            "\(comparison.tier.rawValue): \(comparison.subject) at \(comparison.benchmarkCase), \(comparison.metric.rawValue) in "
            + "\(comparison.metric.unit)"
        return PlainText.wrapped(title, indent: 0, width: width) + values(one, width)
            + differences(one, width) + outliers(one, width)
    }

    // MARK: Values

    private static func values(_ one: GateBlocks, _ width: Int) -> String {
        let variants = GateVariant.allCases.compactMap { variant in one.values(variant).map { (variant, $0) }
        }
        if variants.isEmpty { return "  no values\n" }
        let places = places(one)
        func number(_ value: Double) -> String { Decimals.rounded(value, places: places) }
        let rows = variants.map { variant, sample in
            ["  \(variant.rawValue)", "\(sample.count)"]
                + [0.25, 0.5, 0.75].map { number(sample.quantile($0)) }
        }
        let header = ["  values", "blocks", "quarter", "median", "quarter"]
        return PlainText.columns([header] + rows, numbers: 1..<5)
            + bars(variants.map { ($0.rawValue, $1) }, width, number)
    }

    // MARK: Differences

    private static func differences(_ one: GateBlocks, _ width: Int) -> String {
        let isRelative = one.isRelative
        func text(_ value: Double) -> String { difference(value, one) }
        let variants = [GateVariant.head, .control].compactMap { variant in
            Sample(one.differences(variant).map(\.difference)).map { (variant, $0) }
        }
        if variants.isEmpty { return "" }
        let names = variants.map { "\($0.0.rawValue) \(isRelative ? "÷" : "-") base" }
        let rows = zip(names, variants).map { name, variant in
            ["  \(name)", "\(variant.1.count)"] + [0.25, 0.5, 0.75].map { text(variant.1.quantile($0)) }
        }
        let header = ["  in each block", "blocks", "quarter", "median", "quarter"]
        return PlainText.columns([header] + rows, numbers: 1..<5)
            + bars(zip(names, variants.map(\.1)).map { ($0, $1) }, width, text)
    }

    /// Histograms of several samples on one scale. The first and the last bar include the outliers, so that they
    /// don't compress the rest.
    private static func bars(
        _ samples: [(name: String, sample: Sample)], _ width: Int, _ text: (Double) -> String
    ) -> String {
        guard let all = Sample(samples.flatMap(\.sample.values)), all.minimum < all.maximum,
            (all.maximum - all.minimum).isFinite
        else { return "" }
        let fences = Outliers(in: all).fences
        let isSpread = fences.lowSevere < fences.highSevere
        let low = isSpread ? max(all.minimum, fences.lowSevere) : all.minimum
        let high = isSpread ? min(all.maximum, fences.highSevere) : all.maximum
        let names = samples.map(\.name.count).max() ?? 0
        let count = max(8, min(40, width - names - 6))
        let rows = samples.map { name, sample in
            var counts = [UInt64](repeating: 0, count: count)
            for value in sample.values {
                let position = (min(high, max(low, value)) - low) / (high - low)
                counts[min(count - 1, Int(position * Double(count)))] += 1
            }
            return ["  \(name)", "|\(Sparkline.text(counts))|"]
        }
        return PlainText.columns(rows)
            + PlainText.wrapped(
                "from \(text(low)) to \(text(high))"
                    + (low > all.minimum || high < all.maximum
                        ? "; the bars at the ends include the outliers" : ""),
                width: width)
    }

    // MARK: Outliers

    private static let mostOutliers = 5

    /// The blocks in which the difference between head and base is an outlier.
    private static func outliers(_ one: GateBlocks, _ width: Int) -> String {
        let differences = one.differences(.head)
        guard let sample = Sample(differences.map(\.difference)) else { return "" }
        let far = zip(differences, Outliers(in: sample).labels).filter { $0.1 != .none }.map(\.0)
            .sorted { abs($0.difference - sample.median) > abs($1.difference - sample.median) }
        if far.isEmpty { return "  No block is an outlier.\n" }
        let places = places(one)
        func number(_ value: Double) -> String { Decimals.rounded(value, places: places) }
        let rows = far.prefix(mostOutliers).map { block, value in
            [
                "  \(block.number)", difference(value, one), block.values[.base].map(number) ?? "",
                block.values[.head].map(number) ?? "", milliseconds(block.steal),
                milliseconds(block.pressure),
                block.involuntarySwitches.map { "\($0)" } ?? "unknown",
            ]
        }
        let header = ["  block", "head", "base is", "head is", "steal ms", "pressure ms", "switches"]
        let title = PlainText.wrapped(
            "\(far.count) of \(sample.count) blocks are outliers"
                + (far.count > mostOutliers ? "; the farthest:" : ":"), width: width)
        return title + PlainText.columns([header] + rows, numbers: 0..<7)
    }

    // MARK: Numbers

    /// The decimal places for the values of a variant.
    private static func places(_ one: GateBlocks) -> Int {
        Decimals.places(for: one.values(.base).map { max($0.maximum.magnitude, $0.minimum.magnitude) } ?? 0)
    }

    private static func difference(_ value: Double, _ one: GateBlocks) -> String {
        one.isRelative
            ? Decimals.percent(exp(value) - 1, isSigned: true)
            : (value < 0 ? "" : "+") + Decimals.rounded(value, places: places(one))
    }

    private static func milliseconds(_ nanoseconds: UInt64?) -> String {
        nanoseconds.map { Decimals.rounded(Double($0) / 1e6, places: 1) } ?? "unknown"
    }
}
