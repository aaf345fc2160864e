import QueueBenchmarking
import Testing
import TextFormats

@testable import Reporting

@Suite struct GranularityTableTests {
    private static let sizes = [500, 2_000, 8_000]

    /// Each queue with its efficiencies at the three sizes, the same in every round.
    static func rows(
        _ queues: KeyValuePairs<String, [Double]>, pattern: DependencyPattern = .fft, rounds: Int = 8,
        stepwise: Set<String> = []
    ) -> [[Measurement]] {
        queues.flatMap { queue, efficiencies in
            zip(sizes, efficiencies).flatMap { size, efficiency in
                (0..<rounds).map { round in
                    MadeUpSummary.row(
                        queue,
                        BenchmarkCase(
                            GranularityScenario(
                                limit: 2, pattern: pattern, width: 8, steps: 50, nanoseconds: size)),
                        pair: round, [Reading(.processCPUTime, 1), Reading(.efficiency, efficiency)],
                        driver: stepwise.contains(queue) ? "thread-stepwise" : "thread")
                }
            }
        }
    }

    private static let queues: KeyValuePairs<String, [Double]> = [
        "lock": [0.2, 0.4, 0.6], "foundation": [0.1, 0.2, 0.3], "dispatch-serial": [0.6, 0.7, 0.8],
        "inline": [0.9, 1, 1],
    ]

    private func granularity(_ rows: [[Measurement]]) -> GranularitySummary {
        GranularitySummary(MadeUpSummary.of(rows))
    }

    @Test func tableHasTheSizeAndTheCurve() throws {
        let summary = granularity(Self.rows(Self.queues, stepwise: ["dispatch-serial", "inline"]))
        let tables = TextTable.granularity(summary, .full)
        let table = try #require(tables.first)
        #expect(tables.count == 1 && table.title.hasPrefix("granularity, FFT, limit 2, steps 50, width 8: "))
        #expect(table.columns == ["queue", "METG (95%)", "0.5 µs", "2 µs", "8 µs"])
        #expect(
            table.rows == [
                ["lock", "4.0 (4.0–4.0)", "20%", "40%", "60%"], ["foundation", ">8", "10%", "20%", "30%"],
                ["dispatch-serial", "<0.5", "60%", "70%", "80%"], ["inline", "<0.5", "90%", "100%", "100%"],
            ])
        try #require(table.notes.count == 3)
        #expect(
            table.notes[0].hasPrefix("No METG within the measured sizes, ")
                && table.notes[0].hasSuffix(" 8 µs: foundation."))
        #expect(
            table.notes[1].hasPrefix("METG below the measured sizes, ")
                && table.notes[1].hasSuffix(" 0.5 µs: dispatch-serial."))
        #expect(table.notes[2].hasPrefix("dispatch-serial has no dependencies, so the benchmark waits"))
    }

    @Test func tableSaysWhereNothingCanBeSaid() throws {
        let one = granularity(Self.rows(["lock": [0.4], "actor": [0.6, 0.2, 0.6]], rounds: 2))
        let table = try #require(TextTable.granularity(one, .full).first)
        // Three quarters of the way from 2 to 8.
        #expect(
            table.rows == [["lock", "inconclusive", "40%", "", ""], ["actor", "5.7", "60%", "20%", "60%"]])
        #expect(table.notes.count == 2)
        #expect(table.notes[0].hasPrefix("lock: inconclusive: there are values of 1 sizes"))
        #expect(table.notes[1].hasPrefix("The efficiency falls below one half again "))
    }

    @Test func overviewHasTheGrowthBesideIt() throws {
        let chains = [10, 20, 40, 80].flatMap { size in
            (0..<8).map { round in
                MadeUpSummary.row(
                    "lock", BenchmarkCase(ChainScenario(limit: -1, operations: size)), pair: round,
                    [Reading(.processCPUTime, Double(size))])
            }
        }
        let summary = MadeUpSummary.of(
            Self.rows(Self.queues) + Self.rows(["lock": [0.1, 0.2, 0.8]], pattern: .tree) + chains)
        let overview = TextTable.granularityOverview(
            GranularitySummary(summary), ScalingSummary(summary)
        ) { $0.queue == "foundation" ? nil : $0.queue.uppercased() }
        let table = try #require(overview)
        #expect(table.columns == ["pattern", "LOCK", "DISPATCH-SERIAL"])
        #expect(
            table.rows == [
                ["FFT", "4.0 (4.0–4.0)", "<0.5"], ["tree", "4.0 (4.0–4.0)", ""],
                // The time of each operation grows as their number does.
                ["exponent of chain", "2.00 (2.00–2.00)", ""],
            ])
        let none = TextTable.granularityOverview(granularity([]), ScalingSummary(MadeUpSummary.of([]))) {
            "\($0)"
        }
        #expect(none == nil && TextTable.granularity(granularity([]), .full).isEmpty)
    }

    @Test func casesHaveNoTablesOfTheirOwn() {
        let summary = MadeUpSummary.of(Self.rows(Self.queues))
        let text = BenchmarkText.text(summary)
        #expect(text.contains("granularity, FFT, ") && !text.contains("nanoseconds"))
        let page = SummaryMarkdown.text(
            RunManifest.made(subjects: ["lock"], cases: []), summary, conformance: nil)
        let cells = ["FFT", "4.0 (4.0–4.0)", ">8", "<0.5"].map(Markdown.escaped)
        #expect(page.contains("| \(cells.joined(separator: " | ")) |\n") && !page.contains("nanoseconds"))
        let digest = RunDigest(summary, conformance: nil)
        #expect(digest.title == nil && digest.table.isEmpty)
        #expect(
            digest.granularity?.table == [
                ["", "", "", "dispatch-"], ["", "lock", "foundation", "serial"],
                ["FFT", "4.0", ">8", "<0.5"],
            ])
        #expect(BenchmarkText.text(digest).contains("\n  FFT  "))
    }

    @Test func pageHasTheCurvesAndTheirNumbers() throws {
        let folder = try MadeUpFolder()
        let cases = Self.sizes.map {
            BenchmarkCase(
                GranularityScenario(limit: 2, pattern: .nearest, width: 8, steps: 50, nanoseconds: $0))
        }
        try folder.measure(
            zip(cases, [0.2, 0.4, 0.6]).map { ($0, ["lock": $1, "inline": 1], rounds: 8) },
            metric: .efficiency)
        let page = try folder.page(plotly: "draw()").text
        #expect(page.contains("<section id=\"granularity\">"))
        #expect(page.contains("<figure id=\"granularity-nearest-limit-2-pattern-7-steps-50-width-8\">"))
        #expect(page.contains("METG(50%) in microseconds: lock: 4.0 (4.0–4.0); inline: &lt;0.5"))
        #expect(page.textOfPage.contains("0.60 (0.60–0.60)"))
        // The cases aren't compared by cost.
        #expect(!page.contains("<section id=\"cases\">") && !page.contains("<section id=\"speed\">"))
        let without = try MadeUpFolder()
        try without.measure(["lock": 50])
        #expect(!(try without.page().text.contains("id=\"granularity\"")))
    }

    @Test func firstScreenNamesTheQueueWithTheSmallestTasks() throws {
        func page(_ curves: KeyValuePairs<String, [Double]>, rounds: Int) throws -> ReportPage {
            let folder = try MadeUpFolder()
            let cases = Self.sizes.enumerated().map { index, size in
                (
                    BenchmarkCase(
                        GranularityScenario(limit: 2, pattern: .fft, width: 8, steps: 50, nanoseconds: size)),
                    curves.map { ($0.key, $0.value[index]) }, rounds
                )
            }
            let costs = cases.map { benchmarkCase, values, rounds in
                (benchmarkCase, KeyValuePairs(dictionaryLiteral: values[0], values[1]), rounds: rounds)
            }
            try folder.measure(costs, metric: .efficiency)
            return try folder.page()
        }
        let clear = try page(["lock": [0.2, 0.4, 0.6], "actor": [0.1, 0.2, 0.4]], rounds: 8)
        #expect(clear.text.textOfPage.contains("Tasks may be the shortest with ● lock at 1 of 1 pattern."))
        #expect(clear.text.textOfPage.contains("actor: &gt;8 at FFT") && !clear.lacksRounds)
        let same = try page(["lock": [0.2, 0.4, 0.6], "actor": [0.2, 0.4, 0.6]], rounds: 8)
        #expect(same.text.textOfPage.contains("At none of 1 pattern of dependencies does one queue allow"))
        let few = try page(["lock": [0.2, 0.4, 0.6], "actor": [0.1, 0.2, 0.4]], rounds: 4)
        #expect(few.text.textOfPage.contains("too few rounds to say with which queue tasks"))
        #expect(few.lacksRounds)
    }
}
