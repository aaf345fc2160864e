public import QueueBenchmarking
private import TextFormats

/// Writes aa.csv: a record for each test of a queue against itself.
public struct ReplicaCSV: Sendable {
    public static let fileName = "aa.csv"

    private let writer: CSVWriter

    /// Creates the file, with its header.
    ///
    /// - Throws: `FileError` if it exists or can't be written.
    public init(creating path: String) throws {
        writer = try CSVWriter(
            creating: path,
            columns: [
                "pair", "queue", "scenario", "parameters", "values_1", "values_2", "median_1", "median_2",
                "p", "p_holm", "differs",
            ])
    }

    /// Appends the tests of one pair, whose number, from 1, is `pair`.
    ///
    /// - Throws: `FileError`.
    public func append(_ comparison: ReplicaComparison, pair: Int) throws {
        for line in comparison.lines {
            let numbers = (line.medians + [line.pValue, line.adjusted]).map(Decimals.shortest)
            try writer.append(
                [
                    "\(pair)", "\(line.subject)", line.benchmarkCase.scenario,
                    "\(line.benchmarkCase.parameters)",
                ]
                    + line.counts.map { "\($0)" } + numbers + [line.differs ? "1" : "0"])
        }
    }
}
