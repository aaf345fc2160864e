internal import ArgumentParser
private import ChildProcesses
private import ConcurrencyPrimitives
private import Foundation
private import LinuxPlatform
internal import QueueBenchmarking
private import Reporting

/// `downloads bench`: measures queues with downloads.
struct BenchCommand: AsyncParsableCommand {
    enum Profile: String, CaseIterable, ExpressibleByArgument {
        case smoke, quick, full

        /// Of ``BenchmarkProfile`` are used: `operations`, small files; `graphOperations`, large files; the first of
        /// `largeSizes`, their bytes.
        var value: BenchmarkProfile {
            switch self {
            case .smoke: Self.profile(rawValue, rounds: 2, small: 30, large: 2, bytes: 1 << 20)
            case .quick: Self.profile(rawValue, rounds: 2, small: 500, large: 4, bytes: 8 << 20)
            case .full: Self.profile(rawValue, rounds: 6, small: 10_000, large: 20, bytes: 64 << 20)
            }
        }

        private static func profile(
            _ name: String, rounds: Int, small: Int, large: Int, bytes: Int
        ) -> BenchmarkProfile {
            BenchmarkProfile(
                name: name, rounds: rounds, scalingRounds: 2, memoryRounds: 2, warmUps: 1, operations: small,
                graphOperations: large, sizes: [], largeSizes: [bytes], computeMicroseconds: [],
                runMilliseconds: 0,
                loads: [])
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures queues with downloads from a server on this machine.",
        discussion: """
            Downloads 10,000 files of 4 KiB and 20 of 64 MiB (profile full), 8 at a time, on lock, actor, Foundation's queue \
            and a plain task group, by operations of each design. The server is a process of its own, and so is each two \
            rounds of one case. Each run checks every file; a run with a wrong file has no times, and the exit status is \
            then 1. Prints a table, and writes measurements.csv, manifest.json and summary.md as 'oplab bench' does; \
            results/README.md says what is in them. Build for release.

            \(ExitStatus.discussion)
            """)

    @Option(help: "How much: smoke (to see that it works), quick (a minute) or full (half an hour).")
    var profile = Profile.quick

    @Option(help: .init("How many rounds, in place of the profile's; an even number.", valueName: "N"))
    var rounds: Int?

    @Option(
        help: .init("The queues: lock, actor, foundation, task-group. Default: all.", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(help: .init("Decides the order of the runs. Default: a new one.", valueName: "N"))
    var seed: UInt64?

    @Option(
        help: .init(
            "A folder to write to. Default: results/<UTC date-time>-<host>-downloads.", valueName: "DIR"))
    var output: String?

    @Option(
        help: .init(
            "Where the files are downloaded to. Default: the folder for temporary files.", valueName: "DIR"))
    var scratch: String?

    @Flag(help: "Say nothing about progress.")
    var quiet = false

    func validate() throws {
        if let rounds, rounds < 2 || !rounds.isMultiple(of: 2) {
            throw ValidationError("--rounds is \(rounds), and has to be even and 2 or more.")
        }
        for name in names where !DownloadingSubjects.all.contains(where: { $0.name == name }) {
            throw ValidationError(
                "There is no queue '\(name)'; there are lock, actor, foundation and task-group.")
        }
    }

    private var names: [String] { queue.flatMap { $0.split(separator: ",").map(String.init) } }

    func run() async throws {
        let command = self
        let measuring = Task { try await command.measure() }
        let interruption = Interruption { measuring.cancel() }
        do {
            let status = try await measuring.value
            if status != .success { throw status }
        } catch is CancellationError {
            throw interruption.status ?? .interrupted
        }
    }

    private func measure() async throws -> ExitStatus {
        let profile = rounds.map { self.profile.value.with(rounds: $0) } ?? self.profile.value
        let seed = seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        let runner = BenchmarkRunner(
            subjects: DownloadingSubjects.all.filter { names.isEmpty || names.contains($0.name) },
            scenarios: MeasureCommand.scenarios.flatMap { type in
                func cases<One: DownloadScenario>(_ type: One.Type) -> [any Scenario] {
                    type.cases(profile, processors: ProcessorCount.available)
                }
                return cases(type)
            }, profile: profile, seed: seed, processors: ProcessorCount.available)
        let folder = try makeFolder()
        let program = try OwnExecutable.path()
        let manifest = RunManifest(
            commandLine: CommandLine.arguments, seed: seed, profile: profile, runner: runner,
            toolchain: Toolchain(swift: await BenchProvenance.toolchain()),
            commit: await BenchProvenance.commit(of: program))
        let results = try BenchmarkResults(creating: folder, manifest)
        let files = MeasureCommand.scenarios.flatMap { type in
            let size = type.size(profile)
            return ["--files", "\(type.name):\(size.files):\(size.bytes)"]
        }
        let server = ChildProgram(program, ["bench-server"] + files)
        return try await server.run { child in
            guard let line = try await child.nextLine() else {
                throw UnusableError("the server didn't start")
            }
            var arguments = ["measure", "--server", String(decoding: line, as: UTF8.self)]
            if let scratch { arguments += ["--scratch", scratch] }
            let launcher = MeasureLauncher(executable: program, arguments: arguments, limit: .seconds(600))
            return try await BenchSession(runner, launcher, results, folder, isQuiet: quiet).run()
        }.value
    }

    private func makeFolder() throws -> String {
        let time = String(Date.now.formatted(.iso8601).map { $0 == ":" ? "-" : $0 })
        let path = output ?? "results/\(time)-\(MachineDescription.current.host)-downloads"
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw UnusableError("can't make the folder \(path)")
        }
        return path
    }
}
