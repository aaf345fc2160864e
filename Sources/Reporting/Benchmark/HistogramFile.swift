private import FoundationEssentials
internal import QueueBenchmarking
private import TextFormats

/// The file with the latencies of one queue at one case: a percentile distribution, which HdrHistogram's plotters
/// read.
struct HistogramFile: Hashable {
    static let folder = "latency"

    let subject: SubjectID
    let benchmarkCase: BenchmarkCase

    /// Relative to the folder of the run, as in "latency/lock-latency-limit=2,load=30,milliseconds=40.hgrm".
    var path: String {
        let name = "\(subject)-\(benchmarkCase.scenario)-\(benchmarkCase.parameters)"
        let safe = name.map { character -> Character in
            switch character {
            case ";": ","
            case "/", " ": "-"
            default: character
            }
        }
        return "\(Self.folder)/\(String(safe)).hgrm"
    }

    static func createFolder(in folder: String) throws {
        let path = "\(folder)/\(Self.folder)"
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } catch {
            throw FileError(action: "create", path: path, reason: "\(error)")
        }
    }
}
