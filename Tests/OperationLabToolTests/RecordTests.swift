import ChildProcesses
import TestSupport
import Testing
import TextFormats

@testable import QueueBenchmarking

/// `oplab record`, of a program with this project's queues: the tool itself.
@Suite struct RecordTests {
    private static func record(
        _ folder: borrowing TemporaryFolder, _ options: [String] = [], _ program: [String]
    ) async throws -> Oplab.Outcome {
        try await Oplab.run(["record", "--output", folder.file("w.json")] + options + program)
    }

    private static func read(_ path: String) throws -> Workload {
        try WorkloadFile.read(path, processors: 2)
    }

    /// Each run has a queue of its own, with a chain of operations.
    @Test(arguments: ["lock", "actor"])
    func chainIsRecordedAndMeasured(queue: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Self.record(
            folder, ["--trace", folder.file("t.json"), "--queue-number", "1"],
            [Oplab.path, "run-one", "--queue", queue, "--scenario", "chain", "--seconds", "0.001"])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.output.contains("all checked"))
        let workload = try Self.read(folder.file("w.json"))
        #expect(outcome.output.contains("w.json has \(Decimals.grouped(workload.operations)) operations"))
        #expect(workload.name == "recorded-oplab" && workload.operations > 100)
        guard case .recorded(let graph) = workload.dependencies else {
            Issue.record("no dependencies: \(outcome.output)")
            return
        }
        // The first runs when all have been added, and each of the others waits for the one before it.
        #expect(
            (0..<workload.operations).allSatisfy { number in
                Array(graph.dependencies(of: number)) == (number == 0 ? [] : [number - 1])
            })
        let trace = try folder.read("t.json")
        #expect(trace.contains("\"adds operation 1\"") && !trace.contains("is recorded"))

        let bench = try await Oplab.run([
            "bench", "--workload", folder.file("w.json"), "--queue", "lock", "--rounds", "2", "--quiet",
            "--output", folder.file("run"),
        ])
        #expect(bench.status == .exited(0), "\(bench.error)")
        #expect(bench.output.hasPrefix("recorded-oplab, checksum "))
    }

    /// What a workload asks for is what its recording shows.
    @Test func workloadIsRecordedAsItIs() async throws {
        let folder = try TemporaryFolder()
        let first = try folder.write(
            """
            {"name": "first", "operations": 50, "limit": 2, "work": {"distribution": "list", "values": [300, 20]},
             "dependencies": {"edges": [[0, 1], [0, 2], [2, 3]]}, "priorities": {"high": [4, 6], "veryLow": [7]},
             "blocking": {"share": 1, "time": {"distribution": "list", "values": [0, 2000]}}}
            """, to: "first.json")
        let outcome = try await Self.record(
            folder, ["--closed"],
            [
                Oplab.path, "bench", "--workload", first, "--queue", "lock", "--rounds", "2", "--quiet",
                "--output", folder.file("run"),
            ])
        #expect(outcome.status == .exited(0), "\(outcome.output)\(outcome.error)")
        let workload = try Self.read(folder.file("w.json"))
        // Some more follow, by which the limit is checked.
        #expect(workload.operations >= 50 && workload.limit == 2 && workload.arrival == .closed)
        #expect(workload.priorities.map(\.level) == [-8, 4])
        #expect(workload.priorities.map(\.operations) == [.recorded([7]), .recorded([4, 6])])
        let graph =
            if case .recorded(let graph) = workload.dependencies { graph } else { DependencyGraph([]) }
        // One that had ended when the other was added was no longer waited for.
        let edges = (0..<graph.count).flatMap { after in graph.dependencies(of: after).map { [$0, after] } }
        #expect(Set(edges).isSubset(of: [[0, 1], [0, 2], [2, 3]]))
        // The second half blocks. A clock may be late, and never early.
        let blocked = (0..<50).compactMap(workload.blocking(of:))
        #expect(blocked.enumerated().allSatisfy { $0.offset % 2 == 0 || $0.element > 1_500 })
    }

    /// The kernel kills a program that has used its processor time: one that runs operations all along.
    @Test func killedProgramIsRecorded() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Self.record(
            folder, [],
            ["/bin/bash", "-c", "ulimit -t 1; exec '\(Oplab.path)' run-one --queue lock --seconds 1000"])
        // If it is quick, there isn't room for all.
        #expect([.exited(0), .exited(3)].contains(outcome.status), "\(outcome.error)")
        #expect(outcome.error.contains("ended with signal"))
        #expect(try Self.read(folder.file("w.json")).operations > 0)
    }

    /// A program that makes a queue and executes another keeps its number.
    @Test func recordingIsKeptAndReadAgain() async throws {
        let folder = try TemporaryFolder()
        let run = "'\(Oplab.path)' run-one --queue lock --seconds 0.001"
        let recording = folder.file("rec")
        let first = try await Self.record(
            folder, ["--recording", recording], ["/bin/bash", "-c", "\(run); \(run)"])
        #expect(first.status == .exited(0), "\(first.error)")
        #expect(first.output.contains("Left out: 1 process with fewer operations, or as many."))
        let second = try await Oplab.run([
            "record", "--recording", recording, "--output", folder.file("again.json"),
        ])
        #expect(second.status == .exited(0), "\(second.error)")
        let (one, other) = (try Self.read(folder.file("w.json")), try Self.read(folder.file("again.json")))
        #expect(one.operations == other.operations && one.work == other.work)

        // A recording that can't be read is named, and the others count.
        _ = try folder.write("", to: "rec/1-1.trace")
        let third = try await Oplab.run([
            "record", "--recording", recording, "--output", folder.file("third.json"),
        ])
        #expect(third.status == .exited(0))
        #expect(third.error.contains("1-1.trace: it is too short for a recording. Left out"))
        let again = try await Self.record(folder, ["--recording", recording], ["true"])
        #expect(again.status == .exited(64))
    }

    /// A limit for the size of files would end the program where it made its file.
    @Test func fileThatMayNotBeMadeEndsNothing() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Self.record(
            folder, [],
            ["/bin/bash", "-c", "ulimit -f 1000; '\(Oplab.path)' run-one --queue lock --seconds 0.001"])
        #expect(outcome.status == .exited(2))
        #expect(outcome.output.contains("all checked"))
        #expect(outcome.error.contains("OperationLab can't record the operations in"))
        #expect(outcome.error.contains("File too large. Record fewer events"))
    }

    /// `oplab trace` records a trace of its own, which has no room then.
    @Test func programThatTracesItselfIsRecorded() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Self.record(
            folder, [],
            [
                "/bin/bash", "-c",
                "'\(Oplab.path)' trace --queue lock --seconds 0.001 --output '\(folder.file("t.json"))'",
            ])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.error.contains("ended with status 3"))
        #expect(try Self.read(folder.file("w.json")).operations > 0)
    }

    /// As a server is recorded.
    @Test func ctrlCEndsTheProgramAndNotTheRecording() async throws {
        let folder = try TemporaryFolder()
        let program =
            "'\(Oplab.path)' run-one --queue lock --seconds 0.001; echo recorded >&2; exec sleep 1000"
        let outcome = try await Oplab.interrupted(
            ["record", "--output", folder.file("w.json"), "/bin/bash", "-c", program], onceSaid: "recorded")
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(try Self.read(folder.file("w.json")).operations > 0)
    }

    @Test func ctrlCBeforeAnythingIsRecordedIsSaid() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Oplab.interrupted(
            [
                "record", "--output", folder.file("w.json"), "/bin/bash", "-c",
                "echo started >&2; exec sleep 1000",
            ], onceSaid: "started")
        #expect(outcome.status == .exited(130), "\(outcome.error)")
        #expect(!TextFile.exists(folder.file("w.json")))
    }

    @Test func eventsWithoutRoomAreCounted() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Self.record(
            folder, ["--events", "1000"], [Oplab.path, "run-one", "--queue", "lock", "--seconds", "0.001"])
        // The threads share what room there is: the workers may have got none.
        switch outcome.status {
        case .exited(3):
            let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("events for which there was no room"))
        case .exited(2): #expect(outcome.error.contains("there was no room for"))
        default: Issue.record("\(outcome.status) \(outcome.error)")
        }
    }

    @Test func programWithoutAQueueLeavesNothing() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Self.record(folder, [], ["true"])
        #expect(outcome.status == .exited(2))
        #expect(outcome.error.contains("true has made no queue of OperationLab"))
        #expect(!TextFile.exists(folder.file("w.json")))
    }

    @Test func wrongUseIsRefusedBeforeTheProgramRuns() async throws {
        let folder = try TemporaryFolder()
        let made = folder.file("made")
        let there = try folder.write("", to: "there.json")
        for (options, message) in [
            (
                ["--output", there, "touch", made],
                "there.json exists. Nothing was written; choose another --output"
            ),
            (["--trace", folder.file("no/t.json"), "touch", made], "there is no folder"),
            (["--seconds", "0", "touch", made], "--seconds is 0"),
            (["--events", "1", "touch", made], "--events is 1"),
            (["--queue-number", "0", "touch", made], "--queue-number is 0"),
            (["--output", "x", "--trace", "x", "touch", made], "name the same file"),
            (["--recording", folder.path, "touch", made], "exists. Nothing was recorded"),
            ([], "There is no program to record"),
            (["--ouput", "x", "touch", made], "Unknown option '--ouput'"),
            (["nosuchprogram"], "there is no program nosuchprogram in the folders of PATH"),
            (["./nosuchprogram"], "there is no program ./nosuchprogram that could be started"),
        ] {
            let outcome = try await Oplab.shell(
                "cd '\(folder.path)' && \"$oplab\" record " + options.joined(separator: " "))
            #expect(outcome.status == .exited(64), "\(options)")
            #expect(outcome.error.contains(message), "\(outcome.error)")
        }
        #expect(!TextFile.exists(made))
    }

    /// The program's own options are its own.
    @Test func helpIsThatOfTheCommandAndOptionsAfterTheProgramAreItsOwn() async throws {
        for option in ["--help", "-h"] {
            let help = try await Oplab.run(["record", option])
            #expect(help.status == .exited(0) && help.output.contains("USAGE: oplab record"))
        }
        let folder = try TemporaryFolder()
        let outcome = try await Self.record(folder, [], ["--", "/bin/echo", "--help", "--output", "x"])
        #expect(outcome.output.contains("--help --output x"))
        #expect(outcome.status == .exited(2))
    }

    @Test func queueThatIsNotThereIsRefusedWithTheTable() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Self.record(
            folder, ["--queue-number", "9999"],
            [Oplab.path, "run-one", "--queue", "lock", "--seconds", "0.001"])
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains("there is no queue 9999") && outcome.error.contains("computed"))
    }
}
