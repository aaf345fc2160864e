import ChildProcesses
import QueueBenchmarking
import Reporting
import TestSupport
import Testing
import TextFormats

@testable import OperationLabTool

@Suite struct BenchTests {
    private func header(_ folder: TemporaryFolder) throws -> Substring? {
        try folder.read("measurements.csv").split(separator: "\n").first
    }

    @Test func benchWritesItsFilesAndPrintsATable() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.run([
            "bench", "--queue", "inline,dispatch-serial", "--scenario", "pool", "--seed", "3", "--rounds",
            "2", "--output", folder.path, "--quiet",
        ])
        #expect(outcome.status == .exited(0))
        #expect(outcome.error.isEmpty)
        #expect(outcome.output.hasPrefix("pool, limit 1"))
        #expect(
            outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains(folder.path) })
        let run = try RunFolder(reading: folder.path)
        let (manifest, measurements) = (run.manifest, run.measurements)
        #expect(manifest.state == .finished && manifest.seed == 3 && manifest.failedChecks == 0)
        #expect(manifest.runs == manifest.plannedRuns)
        #expect(Set(measurements.map(\.subject.queue)) == ["inline", "dispatch-serial"])
        #expect(measurements.count { $0.metric == .resultCheck && $0.value == 1 } == manifest.runs)
        #expect(try folder.read("summary.md").contains("dispatch-serial"))
    }

    @Test func seedDecidesTheOrderOfRuns() async throws {
        var orders: [[String]] = []
        for seed in ["5", "5", "6"] {
            let folder = try TemporaryFolder()
            let outcome = try await Oplab.run([
                "bench", "--queue", "inline,dispatch-concurrent,dispatch-serial", "--scenario", "pool",
                "--rounds", "2", "--seed", seed, "--output", folder.path, "--quiet",
            ])
            #expect(outcome.status == .exited(0))
            let measurements = try MeasurementCSV.read(folder.path + "/measurements.csv")
            orders.append(
                measurements.filter { $0.metric == .wallTime }.map {
                    "\($0.subject) \($0.benchmarkCase) \($0.seed)"
                })
        }
        #expect(orders[0] == orders[1])
        #expect(orders[0] != orders[2])
    }

    @Test func wrongResultHasNoTimingAndEndsWithStatusOne() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.run([
            "bench", "--queue", "faulty:queueRunsCancelled", "--scenario", "cancel", "--rounds", "2",
            "--output", folder.path, "--quiet",
        ])
        #expect(outcome.status == .exited(1))
        #expect(outcome.output.contains("FAILED: faulty:queueRunsCancelled"))
        let manifest = try RunManifest.read(folder.path + "/manifest.json")
        #expect(manifest.state == .finished && manifest.failedChecks > 0)
        let measurements = try MeasurementCSV.read(folder.path + "/measurements.csv")
        let failed = measurements.filter { $0.metric == .resultCheck && $0.value == 0 }
        #expect(failed.count == manifest.failedChecks)
        #expect(failed.allSatisfy { $0.note.contains("cancelled") })
        for row in failed {
            #expect(row.place == nil || measurements.count { $0.place == row.place } == 1)
        }
    }

    @Test func scenarioOptionAcceptsASingleCase() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.run([
            "bench", "--queue", "inline", "--scenario", "empty limit=1;producers=1", "--rounds", "4",
            "--output", folder.path, "--quiet",
        ])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        let cases = try RunFolder(reading: folder.path).manifest.cases
        #expect(
            cases.map { $0.parameters["limit"] } == [1] && cases.map { $0.parameters["producers"] } == [1])
        #expect(outcome.output.contains("takes 6 rounds"))
        #expect(outcome.output.contains("\nFindings\n"))
    }

    // MARK: Ending early

    /// Starts a run of thousands of rounds, waits until its file has so many lines, and sends the signal.
    private func signalled(_ signal: String, after lines: Int, _ folder: TemporaryFolder) async throws
        -> Oplab.Outcome
    {
        try await Oplab.shell(
            """
            "$oplab" bench --queue inline --scenario pool --rounds 2000 --output '\(folder.path)' --quiet &
            rows=()
            until [ ${#rows[@]} -ge \(lines) ]
            do
                kill -0 $! || exit 99
                if [ -f '\(folder.path)/measurements.csv' ]
                then mapfile -n \(lines) rows < '\(folder.path)/measurements.csv'
                fi
            done
            kill -\(signal) $!
            wait $!
            """)
    }

    private func rowsAreWhole(_ folder: TemporaryFolder, atLeast count: Int) throws {
        let path = folder.path + "/measurements.csv"
        #expect(try TextFile.contents(path).hasSuffix("\n"))
        #expect(try header(folder).map(String.init) == MeasurementCSV.columns.joined(separator: ","))
        #expect(try MeasurementCSV.read(path).count >= count)
    }

    @Test(arguments: [1, 2, 40])
    func killedBenchLeavesWholeRowsAndTheStateRunning(lines: Int) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await signalled("KILL", after: lines, folder)
        #expect(outcome.status == .exited(128 + 9))
        try rowsAreWhole(folder, atLeast: lines - 1)
        #expect(try RunFolder(reading: folder.path).manifest.state == .running)
    }

    @Test(arguments: [1, 40])
    func interruptedBenchLeavesWholeRowsAndTheStateInterrupted(lines: Int) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await signalled("INT", after: lines, folder)
        #expect(outcome.status == .exited(130))
        try rowsAreWhole(folder, atLeast: lines - 1)
        let manifest = try RunFolder(reading: folder.path).manifest
        #expect(manifest.state == .interrupted && manifest.ended != nil)
        #expect(outcome.output.contains("(interrupted)"))
        #expect(try folder.read("summary.md").contains("(interrupted)"))
    }

    // MARK: Bad input

    @Test(arguments: [
        (["--queue", "lokc"], "'lokc'; the nearest: lock"),
        (["--scenario", "emtpy"], "'emtpy'; the nearest: empty"),
        (["--scenario", "'empty limit=7'"], "'empty limit=7'; those of empty: limit=-1"),
        (["--queue-strategy", "chaind"], "'chaind'; the nearest: chained"),
        (["--strategy", "chaind"], "'chaind'; the nearest: chained"),
        (["--queue", ","], "--queue names no queue"),
        (["--profile", "slow"], "slow"),
        (["--seed", "many"], "many"), (["--rounds", "3"], "--rounds is 3"),
    ])
    func benchReportsUnknownArguments(arguments: [String], message: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.shell(
            "\"$oplab\" bench \(arguments.joined(separator: " ")) --output '\(folder.path)/run'")
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message))
        #expect(try folder.names().isEmpty)
    }

    @Test(arguments: BenchmarkResults.fileNames)
    func benchRefusesAFolderThatHoldsARun(name: String) async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("before", to: name)
        let outcome = try await Oplab.run(["bench", "--queue", "inline", "--output", folder.path])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("already contains a run: \(name)"))
        #expect(outcome.error.contains("--output"))
        #expect(try folder.names() == [name])
        #expect(try folder.read(name) == "before")
    }

    @Test func benchNamesAFolderThatItCannotMake() async throws {
        let outcome = try await Oplab.run(["bench", "--output", "/dev/null/run"])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("/dev/null"))
        #expect(outcome.output.isEmpty)
    }

    @Test func benchRefusesAnEmptyFolderName() async throws {
        let outcome = try await Oplab.run(["bench", "--output", ""])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("--output"))
    }

    @Test func summaryIncludesTheVerdictsOfConform() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("rule,queue,verdict,standing\n1.1,lock,passed,kept\n", to: "conformance.csv")
        let outcome = try await Oplab.run([
            "bench", "--queue", "inline", "--scenario", "pool", "--rounds", "2", "--output", folder.path,
            "--quiet",
        ])
        #expect(outcome.status == .exited(0))
        #expect(try folder.read("summary.md").contains("| lock | 1 |"))
    }
}
