public import QueueBenchmarking
private import Reporting
private import TextFormats

/// A run with few values, written as `oplab bench` writes its folder.
public struct RunFixture: Sendable {
    public var commit: String? = RunFixture.commit(1)
    public var state = "finished"
    public var started = "2026-11-01T10:00:00Z"
    public var configuration = "release"
    public var host = "ci-1"
    public var processors = 2
    /// Further machines that have shared the run, by their hosts.
    public var otherHosts: [String] = []
    public var allocator = "jemalloc"
    public var profile = "quick"
    /// The processor times of the queue `lock` by process: one for each round. Foundation's are a hundred times as great.
    public var times: [[Double]] = [[100, 110], [120, 130]]
    public var seed: UInt64 = 1
    /// By how much all times of this run are too long.
    public var slowdown = 1.0

    public init() {}

    public static let lock = SubjectID(queue: "lock", strategy: "eager")
    public static let foundation = SubjectID(queue: "foundation")
    public static let benchmarkCase = BenchmarkCase(
        scenario: "empty", parameters: ScenarioParameters(["limit": 1, "operations": 100, "producers": 1]))

    /// A full hash, whose first twelve digits are the number.
    public static func commit(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 12 - digits.count) + digits + String(repeating: "0", count: 28)
    }

    /// Writes the folder, and returns its path.
    @discardableResult
    public func write(to path: String) throws -> String {
        try Folder.make(path)
        let csv = try MeasurementCSV(creating: "\(path)/\(MeasurementCSV.fileName)")
        for measurement in measurements { try csv.append(measurement) }
        try AtomicFile.create("\(path)/\(RunManifest.fileName)", manifest)
        return path
    }

    private var measurements: [Measurement] {
        var all: [Measurement] = []
        var round = 0
        for (process, rounds) in times.enumerated() {
            for time in rounds {
                for (position, subject) in [Self.lock, Self.foundation].enumerated() {
                    let value = time * (position == 0 ? 1 : 100) * slowdown
                    let place = RunPlace(round: round, position: position, pair: round)
                    for (metric, value) in [(Metric.resultCheck, 1), (.processCPUTime, value)] {
                        all.append(
                            Measurement(
                                subject: subject, benchmarkCase: Self.benchmarkCase, process: process,
                                place: place,
                                metric: metric, value: value, seed: seed, driver: "thread"))
                    }
                }
                round += 1
            }
        }
        return all
    }

    private var manifest: String {
        let commit = commit.map { "\"commit\": \"\($0)\"," } ?? ""
        let runs = times.joined().count * 2
        let machines = ([host] + otherHosts).map(machine).joined(separator: ",")
        return """
            {
                "schemaVersion": \(MeasurementCSV.schemaVersion), "rulesVersion": "1.8", "state": "\(state)",
                "started": "\(started)", "commandLine": ["oplab", "bench"], "seed": 1,
                "profile": {
                    "name": "\(profile)", "rounds": 4, "scalingRounds": 4, "memoryRounds": 2, "warmUps": 3, "operations": 100,
                    "graphOperations": 100, "sizes": [1, 2, 3, 4], "largeSizes": [1], "computeMicroseconds": [1],
                    "runMilliseconds": 1, "loads": [30]
                },
                "arms": [{"queue": "lock", "strategy": "eager"}, {"queue": "foundation", "strategy": ""}],
                "cases": [{"scenario": "empty", "parameters": {"limit": 1, "operations": 100, "producers": 1}}],
                "skipped": [], "plannedRuns": \(runs), "runs": \(runs), "failedChecks": 0,
                "machine": \(machine(host)), "machines": [\(machines)],
                "toolchain": {"swift": "Swift version 6.3.1", "configuration": "\(configuration)"}, \(commit)
                "allocator": {"name": "\(allocator)", "version": "5.3.0"}, "unmeasured": []
            }

            """
    }

    private func machine(_ host: String) -> String {
        """
        {"host": "\(host)", "system": "Linux 6.1.0", "architecture": "x86_64", "processorModel": "AMD EPYC",
         "processors": \(processors), "memoryBytes": 1, "loadAverage": 0.5}
        """
    }
}
