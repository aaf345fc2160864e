private import FoundationEssentials
public import QueueBenchmarking
private import QueueConformance
private import TextFormats

/// What manifest.json says of a run: what was asked, of what, on which machine, and how it ended.
public struct RunManifest: Hashable, Codable, Sendable {
    public static let fileName = "manifest.json"

    /// How far the run has come. A run that was killed stays *running*.
    public enum State: String, Codable, Sendable {
        case running, finished, interrupted, failed
    }

    /// Of measurements.csv; see `results/README.md`.
    public var schemaVersion = MeasurementCSV.schemaVersion
    /// Of the rules that the program judges by; nil in a manifest from before the rules had a version.
    public var rulesVersion: String? = RuleBook.version
    public var state = State.running
    /// UTC, ISO 8601.
    public var started = RunManifest.now
    /// Nil while it runs.
    public var ended: String?
    public var commandLine: [String]
    /// Of the order of runs, and of everything random in them.
    public var seed: UInt64
    public var profile: BenchmarkProfile
    public var subjects: [SubjectID]
    public var cases: [BenchmarkCase]
    /// What isn't run, and why.
    public var skipped: [BenchmarkRunner.Skip]
    /// How many runs there are to be, warm-ups not counted: how many they are depends on what they give.
    public var plannedRuns: Int
    /// How many of them took place.
    public var runs = 0
    /// How many runs, warm-ups included, failed the check of their result, and so have no timing.
    public var failedChecks = 0
    /// Why the run failed, where it did.
    public var failure: String?
    public var machine: MachineDescription
    public var toolchain: Toolchain
    /// The commit of the working tree that the program lies in, "-dirty" behind it if there were changes; nil
    /// if it lies in none.
    public var commit: String?
    public var allocator: Allocator
    /// What the machine or the build can't measure: a sentence each.
    public var unmeasured: [String]

    private enum CodingKeys: String, CodingKey {
        case schemaVersion, rulesVersion, state, started, ended, commandLine, seed, profile, cases, skipped
        case plannedRuns, runs, failedChecks, failure, machine, toolchain, commit, allocator, unmeasured
        case subjects = "arms"
    }

    public init(
        commandLine: [String], seed: UInt64, profile: BenchmarkProfile, runner: BenchmarkRunner,
        machine: MachineDescription = .current, toolchain: Toolchain, commit: String?,
        allocator: Allocator = .current, unmeasured: [String] = Unmeasured.here
    ) {
        self.commandLine = commandLine
        self.seed = seed
        self.profile = profile
        subjects = runner.subjects.map { $0.id }
        cases = runner.scenarios.map { BenchmarkCase($0) }
        skipped = runner.skipped
        plannedRuns = runner.plan.runCount
        self.machine = machine
        self.toolchain = toolchain
        self.commit = commit
        self.allocator = allocator
        self.unmeasured = unmeasured
    }

    static var now: String { Date.now.formatted(.iso8601) }

    /// As it stands in the file.
    func text() throws -> String { try JSONText.text(self) }

    /// - Throws: `FileError` if the file can't be read, isn't a manifest, or is of another schema.
    public static func read(_ path: String) throws -> RunManifest {
        let data = Data(try TextFile.bytes(path))
        do {
            // First of all, since the rest of another schema need not be the same.
            let version = try JSONDecoder().decode(Version.self, from: data).schemaVersion
            if let reason = MeasurementCSV.objection(toSchema: version) {
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
