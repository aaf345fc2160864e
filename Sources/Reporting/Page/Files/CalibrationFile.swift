internal import BenchmarkStatistics
private import QueueBenchmarking
private import RegressionGate
internal import TextFormats

/// The trials of calibration.csv: what was planted, and what the gate found.
struct CalibrationFile: Sendable {
    /// All trials of one change.
    struct Plant: Sendable {
        let name: String
        var trials = 0
        /// How many of them found a difference.
        var found = 0

        var interval: BinomialInterval { BinomialInterval(count: found, of: max(trials, 1)) }
    }

    /// Nothing first, then the slowdowns by size.
    let plants: [Plant]

    /// - Throws: `FileError` with the position if it is no such file, or a row is incomplete.
    static func read(_ path: String) throws -> CalibrationFile {
        var reader = try CSVReader(path)
        guard let header = try reader.next(), let trial = header.fields.firstIndex(of: "trial"),
            let planted = header.fields.firstIndex(of: "planted"),
            let verdict = header.fields.firstIndex(of: "verdict")
        else {
            throw FileError(
                action: "read", path: path, reason: "it has no columns 'trial', 'planted' and 'verdict'")
        }
        let metric = header.fields.firstIndex(of: "metric")
        var (plants, hasCounts): ([Plant], Bool) = ([], metric == nil)
        var seen: Set<String> = []
        while let row = try reader.next(fields: header.fields.count) {
            if let metric, row.fields[metric] == Metric.allocations.rawValue { hasCounts = true }
            // A trial has a row for each of its comparisons.
            guard seen.insert(row.fields[trial]).inserted else { continue }
            let name = row.fields[planted]
            let index = plants.firstIndex { $0.name == name } ?? plants.endIndex
            if index == plants.endIndex { plants.append(Plant(name: name)) }
            plants[index].trials += 1
            if ["regressed", "improved"].contains(row.fields[verdict]) { plants[index].found += 1 }
        }
        // A build that doesn't count allocations couldn't find one.
        if !hasCounts { plants.removeAll { $0.name == "\(GateCalibration.Plant.allocation)" } }
        return CalibrationFile(plants: plants.sorted { order($0.name) < order($1.name) })
    }

    private static func order(_ name: String) -> Double {
        name == "nothing" ? -1 : Double(name.filter(\.isNumber)) ?? .infinity
    }
}
