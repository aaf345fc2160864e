private import FoundationEssentials
public import QueueBenchmarking
private import QueueConformance
private import TextFormats

/// The content of manifest.json: the settings of a run, its program and machine, and how it ended.
public struct RunManifest: Hashable, Codable, Sendable {
    public static let fileName = "manifest.json"

    /// The progress of the run. A run that was killed stays *running*.
    public enum State: String, Codable, Sendable {
        case running, finished, interrupted, failed
    }

    /// The schema of measurements.csv; see `results/README.md`.
    public var schemaVersion = MeasurementCSV.schemaVersion
    /// The version of the rules in the program; nil in manifests from before the rules had a version.
    public var rulesVersion: String? = RuleBook.version
    public var state = State.running
    /// UTC, ISO 8601.
    public var started = RunManifest.now
    /// Nil while the run is in progress.
    public var ended: String?
    public var commandLine: [String]
    /// The seed of the order of runs, and of everything random in them.
    public var seed: UInt64
    public var profile: BenchmarkProfile
    public var subjects: [SubjectID]
    public var cases: [BenchmarkCase]
    /// The cases that aren't run, and why.
    public var skipped: [BenchmarkRunner.Skip]
    /// The number of runs to make, without warm-ups, whose number depends on their results.
    public var plannedRuns: Int
    /// The number of completed runs, without warm-ups.
    public var runs = 0
    /// The number of runs, including warm-ups, that failed their check and have no times.
    public var failedChecks = 0
    /// Why the whole run failed, if it did.
    public var failure: String?
    /// Of a run that several machines have shared, that of the first part.
    public var machine: MachineDescription
    /// The machines of all parts, in their order, if several have shared the run.
    public var machines: [MachineDescription]?
    public var toolchain: Toolchain
    /// The commit of the working tree that contains the program, followed by "-dirty" if there were changes; nil if
    /// there is no such tree.
    public var commit: String?
    public var allocator: Allocator
    /// What the machine or the build can't measure: a sentence each.
    public var unmeasured: [String]

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, rulesVersion, state, started, ended, commandLine, seed, profile, cases, skipped
        case plannedRuns, runs, failedChecks, failure, machine, machines, toolchain, commit, allocator,
            unmeasured
        case subjects = "arms"
    }

    /// Cases, skipped cases and the number of runs are those of `runner` at the scenarios that `scenarios` names; nil for all.
    public init(
        commandLine: [String], seed: UInt64, profile: BenchmarkProfile, runner: BenchmarkRunner,
        only scenarios: Set<String>? = nil, machine: MachineDescription = .current, toolchain: Toolchain,
        commit: String?,
        allocator: Allocator = .current, unmeasured: [String] = Unmeasured.here
    ) {
        self.commandLine = commandLine
        self.seed = seed
        self.profile = profile
        subjects = runner.subjects
        func isRun(_ benchmarkCase: BenchmarkCase) -> Bool {
            scenarios?.contains(benchmarkCase.scenario) ?? true
        }
        cases = runner.scenarios.map { BenchmarkCase($0) }.filter(isRun)
        skipped = runner.skipped.filter { isRun($0.benchmarkCase) }
        plannedRuns = runner.runCount(of: scenarios)
        self.machine = machine
        self.toolchain = toolchain
        self.commit = commit
        self.allocator = allocator
        self.unmeasured = unmeasured
    }

    /// The summary of the run before its first measurement.
    ///
    /// - Parameter anchor: The queue to compare with, as in `BenchmarkSummary.anchor`.
    public func emptySummary(anchor: String? = nil) -> BenchmarkSummary {
        BenchmarkSummary(subjects: subjects, cases: cases, skipped: skipped, anchor: anchor, seed: seed)
    }

    static var now: String { Date.now.formatted(.iso8601) }

    /// The text of the file.
    func text() throws -> String { try JSONText.text(self) }

    /// - Throws: `FileError` if the file can't be read, isn't a manifest, or has another schema.
    public static func read(_ path: String) throws -> RunManifest {
        let data = Data(try TextFile.bytes(path))
        do {
            // Checked first, because the rest of another schema may differ.
            let version = try JSONDecoder().decode(Version.self, from: data).schemaVersion
            if let reason = MeasurementCSV.refusal(ofSchema: version) {
                throw FileError(action: "read", path: path, reason: reason)
            }
            return try JSONDecoder().decode(RunManifest.self, from: data)
        } catch let error as DecodingError {
            throw FileError(action: "read", path: path, reason: "it is no manifest: \(error.explanation)")
        }
    }

    private struct Version: Decodable {
        let schemaVersion: Int
    }
}
