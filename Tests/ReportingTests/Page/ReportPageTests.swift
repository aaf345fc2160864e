import QueueBenchmarking
import QueueConformance
import TestSupport
import Testing

@testable import Reporting
@testable import TextFormats

/// What the page holds, and what it leaves out.
@Suite struct ReportPageTests {
    private func problems(_ folder: MadeUpFolder) throws -> [String] {
        try ResultFolder(reading: folder.path).problems
    }

    private func ids(_ page: String) -> [String] {
        page.matches(of: #/ id=\x22([^\x22]*)\x22/#).map { String($0.1) }
    }

    @Test func sectionsAreThoseOfTheFiles() throws {
        let judged = try MadeUpFolder()
        try judged.judge()
        let rules = ids(try judged.page().text)
        #expect(rules.contains("rules") && !rules.contains("speed") && !rules.contains("cases"))
        let measured = try MadeUpFolder()
        try measured.measure(["lock": 50, "foundation": 100])
        let speed = ids(try measured.page().text)
        #expect(speed.contains("speed") && speed.contains("ratios") && speed.contains("cases"))
        #expect(!speed.contains("rules") && !speed.contains("memory") && !speed.contains("gate"))
    }

    @Test func rankingIsThatOfEachScenario() throws {
        let folder = try MadeUpFolder()
        let other = BenchmarkCase(ChainScenario(limit: 1, operations: 10))
        try folder.measure([
            (MadeUpFolder.benchmarkCase, ["lock": 50, "foundation": 100], rounds: 8),
            (other, ["lock": 50, "foundation": 20, "actor": 60], rounds: 3),
        ])
        let page = try folder.page().text
        #expect(ids(page).contains("ranking"))
        #expect(page.contains("<td>Take lock; it is the best by processor time.</td>"))
        #expect(
            page.contains("<td>None: 3 rounds can&#39;t tell 3 queues apart.")
                || page.contains("<td>None: 3 rounds can't tell 3 queues apart."))
        let single = try MadeUpFolder()
        try single.measure(["lock": 50])
        #expect(!ids(try single.page().text).contains("ranking"))
    }

    @Test func explorationAndCalibrationHaveTheirTables() throws {
        let folder = try MadeUpFolder()
        _ = try folder.folder.write(
            "rule,queue,schedules,verdict,finding\n2.14,lock,60,passed,\n6.1,a,3,failed,\"dead\nlock\"\n",
            to: "exploration.csv")
        _ = try folder.folder.write(
            "trial,planted,verdict,case\n0,nothing,passed,x\n0,nothing,passed,y\n1,+20%,regressed,x\n",
            to: "calibration.csv")
        let page = try folder.page(plotly: "").text
        #expect(page.textOfPage.contains("Yes: 6.1 on a."))
        #expect(page.contains("<figure id=\"calibration-rates\">"))
        #expect(page.contains("nothing: 0 of 1, +20%: 1 of 1"))
    }

    /// Whatever stands in the files, it is neither an element of the page nor the end of a script.
    @Test func textOfTheFilesIsEscaped() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["</script><b>&\"": 50, "foundation": 100])
        try folder.judge()
        let page = try folder.page(plotly: "var a = '</script>';").text
        #expect(!page.contains("<b>") && !page.contains("f(<a>)") && page.contains("f(&lt;a&gt;)"))
        #expect(page.contains("It &lt;starts&gt; &amp; ends."))
        #expect(page.contains("&lt;/script&gt;&lt;b&gt;&amp;&quot;") && page.contains("\\u003c/script>"))
        #expect(page.contains("var a = '<\\/script>';"))
        #expect(page.matches(of: /<script/).count == page.matches(of: /<\/script/).count)
    }

    @Test(arguments: [nil, "draw()"])
    func everyLinkLeadsSomewhereAndAnchorsDiffer(plotly: String?) throws {
        let folder = try MadeUpFolder()
        let cases = [-1, 1].map {
            BenchmarkCase(scenario: "empty", parameters: ScenarioParameters(["limit": $0]))
        }
        try folder.measure(cases.map { ($0, ["lock": 50, "foundation": 100], rounds: 8) })
        try folder.judge()
        let other = try ResultFolder(reading: folder.path)
        for folders in [[other], [other, other], [other, other, other]] {
            let page = ReportPage(folders, plotly: plotly).text
            let ids = ids(page)
            #expect(Set(ids).count == ids.count, "\(ids)")
            let targets = page.matches(of: #/href=\x22#([^\x22]*)\x22/#).map { String($0.1) }
            #expect(!targets.isEmpty && Set(targets).isSubset(of: ids), "\(Set(targets).subtracting(ids))")
        }
    }

    @Test func pageNeedsNoOtherFile() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "foundation": 100])
        let page = try folder.page(plotly: "draw()").text
        #expect(
            !page.contains(#/(src|href)=\x22[^#\x22]/#) && !page.contains("@import") && !page.contains("url(")
        )
        #expect(page.contains("default-src 'none'"))
    }

    @Test func withoutPlotlyThereAreTablesAndTheCommandThatInstallsIt() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "foundation": 100])
        let page = try folder.page().text
        #expect(page.contains("<code>scripts/setup --plots</code>") && !page.contains("class=\"plot\""))
        #expect(page.contains("aria-label=\"The ratios of the picture above, with their intervals\""))
        let drawn = try folder.page(plotly: "draw()").text
        #expect(!drawn.contains("setup --plots") && drawn.contains("class=\"plot\" role=\"img\" aria-label="))
    }

    /// With the script of Plotly, of less than 5 MB, it stays below 8.
    @Test func pageOfTheStandardProfileIsSmall() throws {
        let run = try ResultFolder(reading: Repository.path("results/reference"))
        #expect(run.problems == [])
        let page = ReportPage([run], plotly: "draw()").text
        #expect(page.utf8.count < 3_000_000)
        let ids = ids(page)
        #expect(Set(ids).count == ids.count && ids.contains("growth-chain-limit-minus1"))
        #expect(
            page.textOfPage.contains(
                "rules, all of which the list of known deviations explains: 1.17, 3.7, "))
    }

    // MARK: Files that can't be read

    @Test func corruptRowIsNamedAndTheRestIsShown() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "foundation": 100])
        try folder.judge()
        try folder.change("measurements.csv") { $0.replacing(",50,", with: ",fast,", maxReplacements: 1) }
        let problem = try #require(try problems(folder).first)
        #expect(problem.hasPrefix("can't read \(folder.path)/measurements.csv:3:"), "\(problem)")
        #expect(problem.hasSuffix("Left out: the measurements of \(folder.path)."))
        let page = try folder.page().text
        #expect(
            page.contains(XML.text(problem)) && !page.contains("id=\"speed\"")
                && page.contains("id=\"rules\""))
    }

    @Test func verdictsWithoutEvidenceComeFromTheTable() throws {
        let folder = try MadeUpFolder()
        try folder.judge()
        try folder.change("conformance.json") { String($0.dropLast(20)) }
        #expect(try problems(folder).count == 1)
        let page = try folder.page().text
        #expect(
            page.textOfPage.contains("b breaks 1 of 1 rules")
                && page.contains("expected f(&lt;a&gt;); observed nothing"))
        #expect(!page.contains("The judging was interrupted"))
        let killed = try MadeUpFolder()
        try killed.judge(hasJSON: false)
        #expect(try problems(killed).isEmpty)
        #expect(
            try killed.page().text.textOfPage.contains("The judging was interrupted: some rules are missing.")
        )
    }

    @Test func verdictsOfAnotherProgramAreAReservation() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50, "foundation": 100])
        try folder.judge()
        #expect(try !folder.page().text.contains("belong to different programs"))
        try folder.change("conformance.json") {
            $0.replacing("\"rulesVersion\" : \"\(RuleBook.version)", with: "\"rulesVersion\" : \"0.9")
        }
        #expect(try folder.page().text.contains("The verdicts are by the rules 0.9, and the program"))
    }

    @Test(arguments: [
        ("exploration.csv", "rule,queue\n", "'verdict'"),
        ("calibration.csv", "trial,planted,verdict\n1,x\n", ":2:1: "),
        ("gate-runs.csv", "tier\n", "gate-runs.csv"), ("gate-report.json", "{", ":1:2: "),
        ("conformance.json", "{}", "'rulesVersion' is missing"),
    ])
    func otherFilesThatCannotBeReadAreNamed(name: String, text: String, reason: String) throws {
        let folder = try MadeUpFolder()
        _ = try folder.folder.write(text, to: name)
        let problems = try problems(folder)
        #expect(
            problems.count == 1 && problems[0].contains(name) && problems[0].contains(reason), "\(problems)")
    }

    @Test func latencyThatIsNoPercentileIsNamedWithItsLine() throws {
        let text =
            "       Value     Percentile TotalCount 1/(1-Percentile)\n\n  1.5 0.5 3 2.0\n  x 0.6 3 2.5\n"
        let refusal = try TemporaryFolder.refusal(of: text, named: "a.hgrm", LatencyDistribution.read)
        #expect(refusal == "4:1: this line is no percentile of a latency")
        let good = try TemporaryFolder.reading(
            "  1.5 0.5 3 2.0\n  2.5 1.0 3\n#[Mean = 1]\n", named: "a.hgrm", LatencyDistribution.read)
        #expect(good.quantile(0.5) == 1_500 && good.quantile(0.9) == 2_500)
    }

    @Test func folderWithoutResultsIsRefused() throws {
        let folder = try MadeUpFolder()
        #expect(throws: FileError.self) { try ResultFolder(reading: folder.path) }
        #expect(throws: FileError.self) { try ResultFolder(reading: folder.path + "/none") }
    }
}
