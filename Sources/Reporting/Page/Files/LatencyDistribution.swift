internal import TextFormats

/// The percentiles of a file of `latency/`, in the format of HdrHistogram's plotters.
struct LatencyDistribution: Sendable {
    /// A latency in nanoseconds, and the share of the latencies that are at most as long.
    struct Point: Hashable, Sendable {
        let share: Double
        let nanoseconds: Double
    }

    let points: [Point]

    /// - Throws: `FileError` with the position if a line is no percentile.
    static func read(_ path: String) throws -> LatencyDistribution {
        var points: [Point] = []
        let lines = try TextFile.contents(path).split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let fields = line.split(separator: " ")
            guard let first = fields.first, !first.hasPrefix("#"), first != "Value" else { continue }
            guard fields.count >= 3, let value = Double(first), let share = Double(fields[1]), value.isFinite,
                (0...1).contains(share)
            else {
                throw FileError(
                    action: "read", path: path, position: TextPosition(line: number + 1, column: 1),
                    reason: "this line is no percentile of a latency")
            }
            points.append(Point(share: share, nanoseconds: value * 1_000))
        }
        guard !points.isEmpty else {
            throw FileError(action: "read", path: path, reason: "it has no percentiles")
        }
        return LatencyDistribution(points: points)
    }

    /// The shortest latency in the file that is at least as long as this share of all.
    func quantile(_ share: Double) -> Double? { points.first { $0.share >= share }?.nanoseconds }
}
