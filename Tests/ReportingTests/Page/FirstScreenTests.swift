import BenchmarkStatistics
import QueueBenchmarking
import TestSupport
import Testing

@testable import Reporting

/// What somebody sees who has never seen the page: three answers, and in which words.
@Suite struct FirstScreenTests {
    private static func run() throws -> ResultFolder {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "foundation": 100])
        try folder.judge()
        return try ResultFolder(reading: folder.path)
    }

    @Test func speedRulesAndTrustComeFirst() throws {
        let page = ReportPage([try Self.run()], plotly: nil).text
        let titles = page.matches(of: #/<article class=\x22finding[^\x22]*\x22><h3>([^<]*)</#).map {
            String($0.1)
        }
        #expect(
            titles.prefix(3) == [
                "Which queue is the fastest?", "Who keeps the rules?", "Can the measurement be trusted?",
            ])
    }

    /// A queue is explained once, however many tables it is in; one that nobody explains isn't.
    @Test func queuesAreExplainedOnce() throws {
        let run = try Self.run()
        let page = ReportPage(
            [run, run], plotly: nil, summaries: ["lock": "the <first>", "other": "not here"]
        ).text
        #expect(page.textOfPage.contains("● lock the &lt;first&gt;"))
        #expect(page.matches(of: /the &lt;first&gt;/).count == 1 && !page.contains("not here"))
        #expect(!ReportPage([run], plotly: nil).text.contains("class=\"queues\""))
    }

    @Test func scenarioCarriesWhatItIs() throws {
        let page = ReportPage([try Self.run()], plotly: nil).text
        #expect(
            page.contains(
                "<span class=\"term\" title=\"operations that do nothing: what the queue itself costs\">empty</span>"
            ))
    }

    @Test func verdictsThatAskForAttentionAreNotFolded() throws {
        let folder = try MadeUpFolder()
        try folder.judge(hasJSON: false)
        try folder.change("conformance.csv") {
            $0.replacing(",passed,", with: ",inconclusive,").replacing(",kept,", with: ",inconclusive,")
        }
        let page = try folder.page().text
        let card = try #require(page.firstMatch(of: #/<h3>Who keeps the rules\?[\s\S]*?<summary>The other/#))
        #expect(String(card.0).textOfPage.contains("a: 2 inconclusive"))
    }

    @Test(arguments: [
        (1.04, "1.04×"), (1.996, "2.0×"), (9.96, "10×"), (12.4, "12×"), (99.6, "100×"), (334, "330×"),
        (12_345, "12000×"),
    ])
    func timesHaveTwoDigits(value: Double, text: String) {
        #expect(Estimate(point: value, interval: nil).timesText == text)
    }

    /// A queue with a strategy is explained as such, whatever the page calls it.
    @Test func strategyOfAQueueIsExplained() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "foundation": 100], strategy: "chained")
        let page = ReportPage(
            [try ResultFolder(reading: folder.path)], plotly: nil,
            summaries: ["lock": "plain", "lock-chained": "with a strategy"])
        let legend = try #require(page.text.firstMatch(of: /<p class=.queues.>[\s\S]*?<\/p>/)).0
        #expect(String(legend).textOfPage.contains("● lock with a strategy"))
    }

    @Test func inverseTurnsTheIntervalRound() {
        let ratio = Estimate(point: 0.25, interval: .init(lower: 0.2, upper: 0.5, confidence: 0.95))
        #expect(ratio.inverse.timesText == "4.0× (2.0–5.0)")
    }
}
