import QueueBenchmarking
import TestSupport
import Testing

@testable import Reporting
@testable import TextFormats

/// The sentences of the first screen, from runs whose numbers are known.
@Suite struct FindingsTests {
    private static let empty = MadeUpFolder.benchmarkCase
    private static let chains = [10, 20].map {
        BenchmarkCase(scenario: "chain", parameters: ScenarioParameters(["limit": 1, "operations": $0]))
    }

    /// The times of a debug build mean nothing, which is a reservation.
    private let isDebug = Toolchain(swift: nil).configuration == "debug"

    private func text(_ folder: MadeUpFolder) throws -> String { try folder.page().text.textOfPage }

    /// lock: 50 ÷ 100 and √(10 ÷ 20 · 10 ÷ 80) = 0.25 of foundation's; actor is nearest, by 50 ÷ 80, and at chain by 0.5.
    @Test func fastestQueueIsNamedWithTheRatioToTheNearest() throws {
        let folder = try MadeUpFolder()
        try folder.measure([
            (Self.empty, ["lock": 50, "actor": 80, "foundation": 100, "inline": 1], rounds: 8),
            (Self.chains[0], ["lock": 10, "actor": 20, "foundation": 20], rounds: 8),
            (Self.chains[1], ["lock": 10, "actor": 20, "foundation": 80], rounds: 8),
        ])
        let text = try text(folder)
        #expect(text.contains("● lock is the fastest in 2 of 2 scenarios."))
        #expect(
            text.contains(
                "● lock is the fastest at empty, chain. The next queue takes from 1.60× (1.60–1.60) its time at empty (actor) to 2.0× (2.0–2.0) its time at chain (actor)."
            ))
        #expect(
            text.contains(
                "● lock2 of 22.0× (2.0–2.0) faster at empty4.0× (4.0–4.0) faster at chain"
            ))
        #expect(text.contains("Yes: nothing that the run recorded speaks against it.") == !isDebug)
        #expect(!text.contains("inline is the fastest") && !text.contains("Too few rounds"))
        #expect(try !folder.page().lacksRounds)
    }

    /// Slower, equal and faster than foundation: the worst is what is certainly slower, and the rest is behind the fold.
    @Test func worstAndBestScenarioAreThoseOfTheRatio() throws {
        let folder = try MadeUpFolder()
        let fan = BenchmarkCase(scenario: "fan", parameters: ScenarioParameters(["limit": 1]))
        try folder.measure([
            (Self.empty, ["actor": 200, "foundation": 100], rounds: 8),
            (Self.chains[0], ["actor": 100, "foundation": 100], rounds: 8),
            (fan, ["actor": 10, "foundation": 100], rounds: 8),
        ])
        let text = try text(folder)
        #expect(text.contains("◆ actor1 of 32.0× (2.0–2.0) slower at empty10× (10–10) faster at fan"))
        #expect(
            text.contains(
                "◆ actor isn’t faster at empty: 2.0× (2.0–2.0) slower; chain: no difference found."))
    }

    @Test func oneQueueIsComparedWithNone() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50])
        #expect(try text(folder).contains("Only one queue was measured, so there is nothing to compare."))
    }

    /// The same time in every round: the interval is 1 to 1.
    @Test func equalQueuesAreNotRanked() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "actor": 50, "foundation": 100])
        let text = try text(folder)
        #expect(text.contains("The measurement doesn’t name the fastest queue in any of 1 scenario."))
        #expect(text.contains("The difference isn’t significant at: empty (lock and actor)."))
    }

    @Test func queueThatLacksACaseCannotLead() throws {
        let folder = try MadeUpFolder()
        try folder.measure([
            (Self.chains[0], ["serial": 1, "lock": 10, "foundation": 20], rounds: 8),
            (Self.chains[1], ["lock": 10, "foundation": 20], rounds: 8),
        ])
        let text = try text(folder)
        #expect(text.contains("The measurement doesn’t name the fastest queue in any of 1 scenario."))
        #expect(text.contains("The difference isn’t significant at: chain (lock and serial)."))
    }

    @Test func tooFewRoundsGiveNoSentence() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "foundation": 100], rounds: 5)
        let text = try text(folder)
        #expect(text.contains("There are too few rounds to say which queue is the fastest."))
        #expect(text.contains("Too few rounds for a sentence (an interval takes 6) at: empty."))
        #expect(!text.contains("is the fastest in") && !text.contains("faster at"))
        #expect(try folder.page().lacksRounds)
    }

    @Test func scenarioWithTooFewRoundsIsNamedBesideOthers() throws {
        let folder = try MadeUpFolder()
        try folder.measure([
            (Self.empty, ["lock": 50, "foundation": 100], rounds: 8),
            (Self.chains[0], ["lock": 50, "foundation": 100], rounds: 2),
        ])
        let text = try text(folder)
        #expect(
            text.contains("lock is the fastest in 1 of 2 scenarios; for 1, the measurement doesn’t name one.")
        )
        #expect(text.contains("Too few rounds for a sentence (an interval takes 6) at: chain."))
        #expect(try !folder.page().lacksRounds)
    }

    @Test func killedRunAndFlagsAreReservations() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "foundation": 100], ends: false, flags: [.unsettled])
        let text = try text(folder)
        #expect(text.contains("The run is still running, or was killed: these are the results so far."))
        #expect(
            text.contains(
                "16 of 16 runs (foundation, lock) were still getting faster when the warm-up ended."))
        #expect(text.contains(isDebug ? "With 2 reservations: The run is" : "With a reservation: The run is"))
    }

    @Test func runWithoutValuesSaysSo() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50], rounds: 0, ends: false)
        let text = try text(folder)
        #expect(text.contains("Nothing can be said: no queue has a value at all cases of a scenario."))
        #expect(text.contains("The run is still running, or was killed"))
    }

    @Test func brokenRulesAreCountedAndLinked() throws {
        let folder = try MadeUpFolder()
        try folder.judge()
        let page = try folder.page().text
        #expect(page.textOfPage.contains("Broken rules: ● a none of 2, ■ b 1 of 1."))
        #expect(
            page.textOfPage.contains(
                "b breaks 1 of 1 rules, none a known deviation: 3.7."))
        #expect(page.textOfPage.contains("b: 1 not applicable."))
        #expect(page.contains("<a href=\"#evidence-b-3.7\" title=\"It &lt;starts&gt; &amp; ends.\">3.7</a>"))
        #expect(page.contains("<dd><code>oplab conform --queue b --rule 3.7</code></dd>"))
    }

    /// 100 ÷ 100 before and 50 ÷ 100 after: lock takes half; actor takes as much as before.
    @Test func twoRunsSayWhatChanged() throws {
        let (before, after) = (try MadeUpFolder(), try MadeUpFolder())
        try before.measure(["lock": 100, "actor": 80, "foundation": 100])
        try after.measure(["lock": 50, "actor": 80, "foundation": 100])
        let page = ReportPage(try [before, after].map { try ResultFolder(reading: $0.path) }, plotly: nil)
        let text = page.text.textOfPage
        #expect(text.contains("of 2 numbers 1 fell, 0 rose, 1 did not change significantly."))
        #expect(
            text.contains("Fell most: lock at empty, limit 1, operations 10, producers 1 0.50 (0.50–0.50)."))
        #expect(page.text.contains("<figure id=\"before-and-after-changes\">") && !page.lacksRounds)
    }
}
