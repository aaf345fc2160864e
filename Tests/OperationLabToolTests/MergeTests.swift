import ChildProcesses
import Foundation
import SwiftCSV
import TestSupport
import Testing

/// Runs that several machines share, and their merged results.
@Suite struct MergeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The rows of a file that a command writes, without the column that is a time.
    private func rows(_ name: String, without time: String) throws -> [[String]] {
        let csv = try CSV<Enumerated>(string: folder.read(name))
        let index = try #require(csv.header.firstIndex(of: time))
        return ([csv.header] + csv.rows).map { row in
            row.enumerated().filter { $0.offset != index }.map(\.element)
        }
    }

    /// Runs all parts of a command, and returns their folders.
    private func parts(_ command: [String], of count: Int) async throws -> [String] {
        var folders: [String] = []
        for number in 1...count {
            let path = folder.file("\(command[0])-\(number)-of-\(count)")
            let outcome = try await Oplab.run(
                command + ["--quiet", "--shard", "\(number)/\(count)", "--output", path])
            #expect([.exited(0), .exited(1)].contains(outcome.status), "\(outcome.output)\(outcome.error)")
            #expect(outcome.error.contains("part \(number)/\(count), from --shard \(number)/\(count)"))
            folders.append(path)
        }
        return folders
    }

    /// What is found, and in which schedule, doesn't depend on how many machines look for it.
    @Test func explorationDoesNotDependOnTheNumberOfParts() async throws {
        let command = [
            "explore", "--queue", "lock,faulty:lateCancelUnfinishes", "--rule", "2.14,9.1", "--schedules",
            "1200",
        ]
        var results: [[[String]]] = []
        for count in [1, 3] {
            let name = "explored-\(count)"
            let merged = try await Oplab.run(
                ["merge"] + parts(command, of: count).reversed() + ["--output", folder.file(name)])
            #expect(merged.status == .exited(1), "\(merged.output)\(merged.error)")
            results.append(try rows("\(name)/exploration.csv", without: "a second"))
        }
        #expect(results[0] == results[1])
        #expect(results[0].contains { $0.contains("failed") && $0.contains("2.14") }, "\(results[0])")
        // A run that isn't divided says the same.
        let whole = try await Oplab.run(command + ["--quiet", "--output", folder.file("whole")])
        #expect(whole.status == .exited(1), "\(whole.output)")
        #expect(try rows("whole/exploration.csv", without: "a second") == results[0])
    }

    /// Whether a point of the scenario was reached is a matter of all parts: each of eight has one of the eight strategies.
    @Test func partIsNotToReachWhatTheWholeHasTo() async throws {
        let parts = try await parts(
            ["explore", "--queue", "lock", "--rule", "2.14", "--schedules", "400"], of: 8)
        let merged = try await Oplab.run(["merge"] + parts)
        #expect(merged.status == .exited(0), "\(merged.output)\(merged.error)")
        // A random walk doesn't reach it so soon: the merge says so, and its only part doesn't.
        let path = folder.file("alone")
        let part = try await Oplab.run([
            "explore", "--queue", "lock", "--rule", "2.14", "--schedules", "50", "--search", "random",
            "--quiet",
            "--shard", "1/1", "--output", path,
        ])
        #expect(part.status == .exited(0), "\(part.output)\(part.error)")
        let whole = try await Oplab.run(["merge", path])
        #expect(
            whole.status == .exited(3) && whole.output.contains("no schedule reached: "), "\(whole.output)")
    }

    /// Each part knows what has failed before, and merging changes no part.
    @Test func corpusDoesNotDependOnTheNumberOfParts() async throws {
        let corpus = folder.file("corpus")
        let command = [
            "explore", "--queue", "lock,faulty:lateCancelUnfinishes", "--rule", "2.14,9.1", "--schedules",
            "600",
            "--corpus", corpus,
        ]
        let first = try await parts(command, of: 2)
        for number in 1...2 {
            let merged = try await Oplab.run(
                ["merge"] + first + ["--output", folder.file("first-\(number)")])
            #expect(merged.status == .exited(1), "\(merged.output)\(merged.error)")
        }
        #expect(try TemporaryFolder.names(in: corpus) == ["2.14-faulty:lateCancelUnfinishes.tokens"])
        let again = try await parts(command, of: 3)
        let merged = try await Oplab.run(["merge"] + again + ["--output", folder.file("merged")])
        let whole = try await Oplab.run(command + ["--output", folder.file("whole")])
        #expect(merged.status == .exited(1) && whole.status == .exited(1), "\(merged.output)\(merged.error)")
        #expect(
            whole.error.contains("ran 1 of the corpus's tokens; there fails again: 2.14"), "\(whole.error)")
        let rows = try rows("merged/exploration.csv", without: "a second")
        #expect(try rows == self.rows("whole/exploration.csv", without: "a second"))
    }

    @Test func conformanceDoesNotDependOnTheNumberOfParts() async throws {
        let expected = try folder.write("faulty:oneSlotTooMany 6.1 known\n", to: "expected.txt")
        let command = [
            "conform", "--queue", "lock,faulty:oneSlotTooMany", "--rule", "1.1,3.1,6.1,9.1", "--expect",
            expected,
        ]
        let parts = try await parts(command, of: 3)
        // The file may be gone where the parts are merged.
        try FileManager.default.removeItem(atPath: expected)
        let merged = try await Oplab.run(["merge"] + parts + ["--output", folder.file("merged")])
        #expect(merged.status == .exited(0), "\(merged.output)\(merged.error)")
        _ = try folder.write("faulty:oneSlotTooMany 6.1 known\n", to: "expected.txt")
        let whole = try await Oplab.run(command + ["--quiet", "--output", folder.file("whole")])
        #expect(whole.status == .exited(0), "\(whole.output)")
        let rows = try rows("merged/conformance.csv", without: "milliseconds")
        #expect(rows.count == 9 && rows.contains { $0.contains("expected") })
        #expect(try rows == self.rows("whole/conformance.csv", without: "milliseconds"))
        #expect(try folder.names().contains("merged"))
        #expect(
            try TemporaryFolder.names(in: folder.file("merged")).sorted()
                == TemporaryFolder.names(in: folder.file("whole")).sorted())
    }

    @Test func programsOfTheFuzzerAreDivided() async throws {
        let command = [
            "fuzz", "--queue", "lock,faulty:cancelledDependencyReleases", "--programs", "40", "--seed", "500",
            "--explore", "--runs", "3", "--no-shrinking",
        ]
        var texts: [String] = []
        for count in [1, 2] {
            let name = "fuzzed-\(count)"
            let merged = try await Oplab.run(
                ["merge"] + parts(command, of: count) + ["--output", folder.file(name)])
            #expect(merged.status == .exited(1), "\(merged.output)\(merged.error)")
            texts.append(try folder.read("\(name)/fuzz.txt"))
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0].contains("program 517 failed"), "\(texts[0])")
    }

    /// The same runs are made, in the same order within a scenario, and each part is a run of its own, too.
    @Test func benchmarkIsDividedByScenarios() async throws {
        let command = [
            "bench", "--queue", "lock,inline", "--scenario",
            "empty limit=1;producers=1,suspend limit=1,pool limit=1", "--rounds", "2", "--seed", "7",
        ]
        let parts = try await parts(command, of: 2)
        let merged = try await Oplab.run(["merge"] + parts.reversed() + ["--output", folder.file("merged")])
        #expect(merged.status == .exited(0), "\(merged.output)\(merged.error)")
        let whole = try await Oplab.run(command + ["--quiet", "--output", folder.file("whole")])
        #expect(whole.status == .exited(0), "\(whole.output)\(whole.error)")
        func runs(_ path: String) throws -> [[String?]] {
            let columns = [
                "queue", "scenario", "parameters", "process", "round", "position", "pair", "seed", "driver",
            ]
            return try CSV<Named>(string: folder.read("\(path)/measurements.csv")).rows
                .filter { $0["metric"] == "result_check" && $0["value"] == "1" }
                .map { row in columns.map { row[$0] } }
        }
        #expect(try runs("merged") == runs("whole"))
        #expect(
            try TemporaryFolder.names(in: folder.file("merged")).sorted()
                == TemporaryFolder.names(in: folder.file("whole")).sorted())
        let scenarios = try parts.map { path in
            let csv = try String(contentsOfFile: "\(path)/measurements.csv", encoding: .utf8)
            return Set(try CSV<Named>(string: csv).rows.compactMap { $0["scenario"] })
        }
        #expect(scenarios.map(\.count).sorted() == [1, 2] && scenarios[0].isDisjoint(with: scenarios[1]))
        for path in parts + [folder.file("merged")] {
            let compared = try await Oplab.run(["compare", path, "--anchor", "lock"])
            #expect(compared.status == .exited(0), "\(compared.output)\(compared.error)")
        }
        let nowhere = try await Oplab.run(["merge"] + parts)
        #expect(nowhere.status == .exited(64) && nowhere.error.contains("--output names"), "\(nowhere.error)")
    }

    /// Every folder that doesn't belong is named, and nothing is written.
    @Test func partsThatDoNotMakeARunAreRefused() async throws {
        let command = ["conform", "--queue", "lock", "--rule", "1.1,3.1"]
        let parts = try await parts(command, of: 2)
        let other = try await self.parts(command + ["--rule", "9.1"], of: 1)[0]
        func refusal(_ folders: [String]) async throws -> String {
            let output = folder.file("merged")
            let outcome = try await Oplab.run(["merge"] + folders + ["--output", output])
            #expect(outcome.status == .exited(64), "\(outcome.output)\(outcome.error)")
            #expect(!FileManager.default.fileExists(atPath: output))
            return outcome.error
        }
        #expect(
            try await refusal([parts[1]]).contains("part 1/2 is missing: oplab conform --queue lock --rule"))
        #expect(try await refusal(parts + [parts[0]]).contains("part 1/2 is there 2 times"))
        let mixed = try await refusal([parts[0], other])
        #expect(mixed.contains("one is part 1/1, the other part 1/2"), "\(mixed)")
        #expect(mixed.contains("rules is '1.1,3.1,9.1', not '1.1,3.1'"), "\(mixed)")
        #expect(try await refusal([folder.path]).contains("has no shard.json"))

        func edit(_ part: String, _ old: String, _ new: String) throws {
            let file = "\(part)/shard.json"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains(old), "\(text)")
            try text.replacing(old, with: new).write(toFile: file, atomically: true, encoding: .utf8)
        }
        try edit(parts[0], #""finished""#, #""running""#)
        let dead = try await refusal(parts)
        #expect(dead.contains("part 1/2 in \(parts[0]) hasn't ended"), "\(dead)")
        #expect(dead.contains("--shard 1/2 --output \(parts[0])-again"), "\(dead)")
        try edit(parts[0], #""running""#, #""damaged""#)
        #expect(try await refusal(parts).contains("part 1/2 in \(parts[0]) lost a process"))
        try edit(parts[0], #""damaged""#, #""finished""#)
        let (one, two) = ("\(parts[0])/shard-results.json", "\(parts[1])/shard-results.json")
        let whole = try String(contentsOfFile: two, encoding: .utf8)
        try FileManager.default.removeItem(atPath: two)
        #expect(try await refusal(parts).contains("can't open \(two)"))
        try FileManager.default.copyItem(atPath: one, toPath: two)
        let swapped = try await refusal(parts)
        #expect(
            swapped.contains("\(two) is of another run or part (1/2). Run the part again: oplab"),
            "\(swapped)")
        try String(whole.dropLast(20)).write(toFile: two, atomically: true, encoding: .utf8)
        #expect(try await refusal(parts).contains("can't read \(two)"))
        try whole.replacing(#""3.1""#, with: #""9.1""#).write(toFile: two, atomically: true, encoding: .utf8)
        #expect(try await refusal(parts).contains("part 2/2 has no result for 3.1 on lock"))
        try edit(parts[0], #""program" : ""#, #""program" : "x"#)
        #expect(try await refusal(parts).contains("another build of the program made it"))
        try edit(parts[0], #""version" : 1"#, #""version" : 2"#)
        #expect(try await refusal(parts).contains("version 2 of the format"))
    }

    /// A part that was interrupted is no part, and its folder isn't written to again.
    @Test func interruptedPartIsNamed() async throws {
        let path = folder.file("part")
        let arguments = ["explore", "--queue", "lock", "--rule", "2.14", "--schedules", "100000000"]
        let outcome = try await Oplab.interrupted(
            arguments + ["--shard", "2/2", "--output", path], onceSaid: "schedules,")
        #expect(outcome.status == .exited(130), "\(outcome.output)\(outcome.error)")
        let merged = try await Oplab.run(["merge", path])
        #expect(merged.status == .exited(64))
        #expect(merged.error.contains("part 2/2 in \(path) was interrupted"), "\(merged.error)")
        #expect(merged.error.contains("part 1/2 is missing"), "\(merged.error)")
        let again = try await Oplab.run(arguments + ["--shard", "2/2", "--output", path])
        #expect(
            again.status == .exited(64) && again.error.contains("already contains a run"), "\(again.error)")
    }

    @Test(arguments: [
        (["conform", "--shard", "1/2"], "--shard needs --output"),
        (["conform", "--shard", "3/2", "--output", "x"], "part 3 of 2 doesn't exist"),
        (["explore", "--shard", "1/2", "--output", "x", "--replay", "v3:1:-", "--rule", "9.1"], "--replay"),
        (["fuzz", "--shard", "1/2", "--output", "x", "--failures", "2"], "--failures"),
        (["bench", "--shard", "1/2", "--output", "x"], "--shard needs --seed, the same for all parts"),
        (["merge"], "DIR"), (["merge", "/nowhere"], "/nowhere has no shard.json"),
    ])
    func wrongOptionIsRefused(arguments: [String], words: String) async throws {
        let outcome = try await Oplab.run(arguments)
        #expect(outcome.status == .exited(64), "\(outcome.output)\(outcome.error)")
        #expect(outcome.error.contains(words), "\(outcome.error)")
    }
}
