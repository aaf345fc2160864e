import ChildProcesses
import QueueBenchmarking
import Reporting
import SwiftCSV
import TestSupport
import Testing

/// `oplab compare`, on runs whose numbers are known.
@Suite struct CompareTests {
    private func run(
        _ costs: KeyValuePairs<String, [Double]>, change: (inout RunManifest) -> Void = { _ in }
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try MadeUpRun.write(to: folder, costs, change: change)
        return folder
    }

    private static let apart: KeyValuePairs<String, [Double]> = [
        "lock": [10, 11, 12, 13, 10, 11, 12, 13], "actor": [20, 22, 24, 26, 20, 22, 24, 26],
        "inline": [1, 1, 1, 1, 1, 1, 1, 1], "foundation": [40, 44, 48, 52, 40, 44, 48, 52],
    ]

    private func isNarrow(_ text: String, besides path: String...) -> Bool {
        text.split(separator: "\n").allSatisfy { line in
            line.count <= 80 || path.contains { line.contains($0) }
        }
    }

    // MARK: One run

    @Test func compareComparesARunWithFoundation() async throws {
        let folder = try run(Self.apart)
        let outcome = try await Oplab.run(["compare", folder.path])
        #expect(outcome.status == .exited(0))
        #expect(outcome.error.isEmpty)
        #expect(
            outcome.output.contains(
                """
                empty, limit 1, operations 100, producers 1: process_cpu_time
                queue       ns/operation   ÷ foundation (95%)
                lock               11.50     0.25 (0.25–0.25)  best
                actor              23.00     0.50 (0.50–0.50)
                inline              1.00  0.022 (0.019–0.025)
                foundation         46.00                    1

                """))
        #expect(outcome.output.contains("\nbest: ") && outcome.output.contains("\ninline runs "))
        #expect(isNarrow(outcome.output, besides: folder.path))
    }

    @Test func bestIsNotMarkedWhereIntervalsOverlap() async throws {
        let folder = try run([
            "lock": [10, 60, 20, 50, 10, 60], "actor": [60, 10, 50, 20, 60, 10],
            "foundation": [90, 90, 90, 90, 90, 90],
        ])
        let outcome = try await Oplab.run(["compare", folder.path])
        #expect(outcome.status == .exited(0))
        #expect(!outcome.output.contains("  best\n"))
    }

    @Test func anchorAndMetricCanBeChosen() async throws {
        let folder = try run(Self.apart)
        let outcome = try await Oplab.run([
            "compare", folder.path, "--anchor", "lock", "--metric", "process_cpu_time",
        ])
        #expect(outcome.status == .exited(0))
        #expect(outcome.output.contains("÷ lock (95%)"))
        #expect(outcome.output.contains("4.00 (4.00–4.00)"))
    }

    @Test func compareReportsFailedRuns() async throws {
        let folder = try TemporaryFolder()
        try MadeUpRun.write(to: folder, ["foundation": [1, 1]], flags: [.overloaded], failing: ["lock"])
        let outcome = try await Oplab.run(["compare", folder.path])
        #expect(outcome.status == .exited(0))
        let text = outcome.output.replacing(/\n +/, with: " ")
        #expect(text.contains(/FAILED: lock .* 1 of 1 runs.*: lost one\./), "\(text)")
        #expect(text.contains(/OVERLOADED: foundation .* 2 of 2 runs/), "\(text)")
    }

    @Test func compareReportsExponents() async throws {
        let folder = try TemporaryFolder()
        try MadeUpRun.write(
            to: folder,
            [10, 20, 40, 80].map { size in
                let cost = Double(size)
                return (
                    BenchmarkCase(ChainScenario(limit: 2, operations: size)),
                    ["lock": [5, 6, 7, 8], "foundation": [cost, cost, cost, cost]]
                )
            })
        let outcome = try await Oplab.run(["compare", folder.path])
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.output.contains(
                """
                queue         exponent (95%)      n  rounds
                lock        1.00 (1.00–1.00)  10–80       4
                foundation  2.00 (2.00–2.00)  10–80       4  STEEP
                  STEEP: the cost of foundation
                """))
    }

    @Test func allFormatsHoldTheSameNumbers() async throws {
        let folder = try run(Self.apart)
        let csv = try await Oplab.run(["compare", folder.path, "--format", "csv"])
        #expect(csv.status == .exited(0))
        let table = try CSV<Named>(string: csv.output)
        #expect(table.rows.map { $0["queue"] } == ["lock", "actor", "inline", "foundation"])
        let lock = try #require(table.rows.first)
        #expect(lock["kind"] == "ratio" && lock["estimate"] == "0.25" && lock["mark"] == "best")
        #expect(lock["lower"] == "0.25" && lock["median"] == "11.5" && lock["anchor"] == "foundation")

        let json = try await Oplab.run(["compare", folder.path, "--format", "json"])
        #expect(json.status == .exited(0) && json.output.hasPrefix("{\n"))
        #expect(json.output.contains("\"estimate\" : 0.25,") && json.output.contains("\"legend\" : ["))
        let markdown = try await Oplab.run(["compare", folder.path, "--format", "markdown"])
        #expect(markdown.status == .exited(0))
        #expect(markdown.output.contains("| lock | 11.50 | 0.25 (0.25–0.25) | best |"))
    }

    @Test func compareSurvivesAClosedPipe() async throws {
        let folder = try run(Self.apart)
        let outcome = try await Oplab.shell(
            "set -o pipefail; \"$oplab\" compare '\(folder.path)' | head -n 1")
        #expect(outcome.status == .exited(0))
        #expect(outcome.output == "\(folder.path): every queue ÷ foundation\n")
    }

    @Test(arguments: [
        ("/etc", "manifest.json"), ("/nowhere", "no such folder"),
    ])
    func folderWithoutARunIsReported(path: String, message: String) async throws {
        let outcome = try await Oplab.run(["compare", path])
        #expect(outcome.status == .exited(2))
        #expect(outcome.error.hasPrefix("Error: can't read \(path): "))
        #expect(outcome.error.contains(message), "\(outcome.error)")
    }

    @Test func unknownMetricListsAllAndNamesTheNearest() async throws {
        let folder = try run(Self.apart)
        let help = try await Oplab.run(["compare", "--help"])
        #expect(Metric.allCases.allSatisfy { help.output.contains($0.rawValue) }, "\(help.output)")
        let wrong = try await Oplab.run(["compare", folder.path, "--metric", "cpu"])
        #expect(wrong.status == .exited(64))
        #expect(
            wrong.error.contains("'cpu'; the nearest: process_cpu_time"), "\(wrong.error)")
    }

    // MARK: Two runs

    /// Their processor times aren't compared.
    @Test func runsOfGranularityAreComparedByEfficiency() async throws {
        let benchmarkCase = BenchmarkCase(
            GranularityScenario(limit: 2, pattern: .fft, width: 8, steps: 50, nanoseconds: 500))
        let folders = try [0.2, 0.4].map { efficiency in
            let folder = try TemporaryFolder()
            let costs: KeyValuePairs<String, [Double]> = [
                "lock": Array(repeating: efficiency, count: 6), "foundation": Array(repeating: 0.1, count: 6),
            ]
            try MadeUpRun.write(to: folder, [(benchmarkCase, costs)], metric: .efficiency)
            return folder
        }
        let outcome = try await Oplab.run(["compare", folders[0].path, folders[1].path])
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.output.contains(": efficiency\n") && outcome.output.contains("2.00 (2.00–2.00)"))
    }

    /// Files of earlier builds say `diamond`.
    @Test func caseUnderFormerNameIsComparedWithItself() async throws {
        let wavefront = BenchmarkCase(WavefrontScenario(limit: 2, width: 2, depth: 2))
        let folders = [try TemporaryFolder(), try TemporaryFolder()]
        for folder in folders {
            try MadeUpRun.write(
                to: folder, ["lock": [20, 22, 24], "foundation": [40, 44, 48]], at: wavefront)
        }
        for name in ["manifest.json", "measurements.csv"] {
            _ = try folders[0].write(
                folders[0].read(name).replacing("wavefront", with: "diamond"), to: name)
        }
        let outcome = try await Oplab.run(["compare"] + folders.map(\.path))
        #expect(outcome.status == .exited(0), "\(outcome.error)")
        #expect(outcome.output.contains("wavefront, depth 2, limit 2, width 2: process_cpu_time"))
        #expect(!outcome.output.contains("diamond"))
    }

    @Test func twoRunsAreComparedOnlyByRatios() async throws {
        let first = try run([
            "lock": [20, 22, 24, 20, 22, 24], "foundation": [40, 44, 48, 40, 44, 48],
        ])
        let second = try run([
            "lock": [1_000, 1_100, 1_200, 1_000, 1_100, 1_200],
            "foundation": [4_000, 4_400, 4_800, 4_000, 4_400, 4_800],
        ]) {
            $0.commit = "def"
            $0.allocator = Allocator.current
        }
        let outcome = try await Oplab.run(["compare", first.path, second.path])
        #expect(outcome.status == .exited(0))
        #expect(
            outcome.output.contains(
                """
                queue  ratio of ratios (95%)
                lock        0.50 (0.50–0.50)  lower

                """))
        // No time of either run.
        #expect(!outcome.output.contains("1100") && !outcome.output.contains("ns/operation"))
        let text = outcome.output.replacing(/\n +/, with: " ")
        #expect(text.contains("Comparability: ") && text.contains(" commit (abc → def); "))
        #expect(!text.contains("WARNING"))
        #expect(isNarrow(outcome.output, besides: first.path, second.path))
        let csv = try await Oplab.run(["compare", first.path, second.path, "--format", "csv"])
        let row = try #require(try CSV<Named>(string: csv.output).rows.first)
        #expect(row["kind"] == "ratio_of_ratios" && row["median"] == "" && row["mark"] == "lower")
    }

    @Test func runComparedWithItselfShowsNoDifference() async throws {
        let folder = try run(Self.apart)
        let outcome = try await Oplab.run(["compare", folder.path, folder.path])
        #expect(outcome.status == .exited(0))
        let text = outcome.output.replacing(/\n +/, with: " ")
        #expect(text.contains("machine, toolchain, commit, allocator and profile "))
        #expect(text.contains("lock         1.00 (1.00–1.00)\n"))
    }

    @Test func commitsWithChangesAreNotCalledTheSame() async throws {
        let runs = try (0..<2).map { _ in try run(Self.apart) { $0.commit = "abc-dirty" } }
        let outcome = try await Oplab.run(["compare", runs[0].path, runs[1].path])
        let text = outcome.output.replacing(/\n +/, with: " ")
        #expect(text.contains("machine, toolchain, allocator and profile ") && text.contains("uncommitted"))
    }

    @Test func differentAllocatorsCauseAWarning() async throws {
        let first = try run(Self.apart)
        let other = try await Oplab.shell(
            """
            mkdir '\(first.path)/copy' && cp '\(first.path)'/*.* '\(first.path)/copy'
            sed -i '/"allocator"/,/}/ s/"name" : ".*"/"name" : "othermalloc"/' '\(first.path)/copy/manifest.json'
            "$oplab" compare '\(first.path)' '\(first.path)/copy'
            """)
        #expect(other.status == .exited(0))
        #expect(other.output.contains("WARNING: the allocators "))
    }

    @Test func runsWithNothingInCommonEndWithStatusTwo() async throws {
        let first = try run(["lock": [1, 1], "foundation": [1, 1]])
        let second = try run(["actor": [1, 1]])
        let outcome = try await Oplab.run(["compare", first.path, second.path])
        #expect(outcome.status == .exited(2))
        #expect(outcome.error.hasPrefix("Error: the runs have nothing in common"))
        let third = try run(["lock": [1, 1]])
        let noAnchor = try await Oplab.run(["compare", first.path, third.path])
        #expect(noAnchor.status == .exited(2))
        #expect(noAnchor.error.contains("no anchor"))
        let named = try await Oplab.run(["compare", first.path, third.path, "--anchor", "foundation"])
        #expect(named.status == .exited(2))
        #expect(named.error.contains("'foundation' can't be the anchor"))
    }

    // MARK: Bad input

    @Test func brokenRunEndsWithStatusTwoAndNamesThePlace() async throws {
        let folder = try run(Self.apart)
        let csv = folder.path + "/measurements.csv"
        let outcome = try await Oplab.shell("truncate -s -3 '\(csv)'; \"$oplab\" compare '\(folder.path)'")
        #expect(outcome.status == .exited(2))
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("Error: can't read \(csv):65:"))
        #expect(outcome.error.contains("ends within this row"))
    }

    @Test(arguments: [
        (["--metric", "wall_tme"], "'wall_tme'; the nearest: wall_time"),
        (["--metric", "wall_time"], "no values of wall_time; there are of process_cpu_time"),
        (["--anchor", "lokc"], "'lokc'; the nearest: lock, actor"),
        (["--format", "yaml"], "yaml"),
        (["x", "y"], "3"),
    ])
    func badUsageIsSaid(arguments: [String], message: String) async throws {
        let folder = try run(Self.apart)
        let outcome = try await Oplab.run(["compare", folder.path] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.error.contains(message))
        #expect(outcome.output.isEmpty)
    }

    @Test func compareRefusesAFolderWithoutARun() async throws {
        let outcome = try await Oplab.run(["compare"])
        #expect(outcome.status == .exited(64))
    }
}
