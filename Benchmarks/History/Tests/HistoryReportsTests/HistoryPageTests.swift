import Foundation
import FoundationXML
import HistoryReports
import Testing

@Suite struct HistoryPageTests {
    private let changed = Reports.step(at: 12, of: 24, to: 1.3)
    private let steady = Reports.step(at: 12, of: 24, to: 1, operations: 7)

    /// The elements `svg` of a page.
    private func pictures(_ page: String) -> [String] {
        page.matches(of: /<svg.*?<\/svg>/.dotMatchesNewlines()).map { String($0.output) }
    }

    @Test func picturesOfChangesComeBeforeTheOthers() throws {
        let page = HistoryPage([Reports.report([steady, changed])]).text
        let (first, rest) = (
            try #require(page.firstRange(of: "operations=100")),
            try #require(page.firstRange(of: "<details>"))
        )
        let second = try #require(page.firstRange(of: "operations=7<"))
        #expect(first.lowerBound < rest.lowerBound && rest.lowerBound < second.lowerBound)
        #expect(pictures(page).count == 2)
    }

    @Test func everyPictureHasAText() throws {
        let pictures = pictures(HistoryPage([Reports.report([steady, changed])]).text)
        #expect(
            pictures.allSatisfy { $0.contains("role=\"img\" aria-label=\"lock/eager, empty operations=") })
        #expect(pictures.allSatisfy { $0.contains(": 24 runs, from ") })
        #expect(pictures[0].contains("worse, between 00000000000b and 00000000000c"))
        #expect(pictures[1].contains("No change point."))
    }

    @Test func picturesAreWellFormedAndHaveADotForEachRun() {
        for picture in pictures(HistoryPage([Reports.report([steady, changed])]).text) {
            #expect(XMLParser(data: Data(picture.utf8)).parse())
            #expect(picture.matches(of: /<circle/).count == 24)
            let heights = picture.matches(of: /cy="([\d.]+)"/).compactMap { Double($0.output.1) }
            #expect(heights.allSatisfy { (0...170).contains($0) } && Set(heights).count > 5)
        }
    }

    @Test func greaterValueStandsHigher() throws {
        let picture = try #require(pictures(HistoryPage([Reports.report([changed])]).text).first)
        let heights = picture.matches(of: /cy="([\d.]+)"/).compactMap { Double($0.output.1) }
        // The origin of SVG is at the top.
        #expect(heights[12...].allSatisfy { $0 < heights[..<12].min() ?? 0 })
    }

    @Test func onlyAChangeHasALine() {
        let pictures = pictures(HistoryPage([Reports.report([steady, changed])]).text)
        #expect(pictures.map { $0.matches(of: /class="change"/).count } == [1, 0])
        #expect(pictures.map { $0.matches(of: /class="level"/).count } == [2, 1])
    }

    @Test func changeNamesTheCommandThatConfirmsIt() {
        let page = HistoryPage([Reports.report([changed])]).text
        #expect(page.contains("<code>scripts/gate 00000000000b 00000000000c</code>"))
    }

    @Test func pageNeedsNoNetwork() {
        let page = HistoryPage([Reports.report([steady, changed])]).text
        #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("src="))
        #expect(page.contains("prefers-color-scheme: dark"))
    }

    @Test func constantAndSingleValuesHavePictures() {
        let series = [Reports.series([5], operations: 1), Reports.series([0, 0, 0], operations: 2)]
        for picture in pictures(HistoryPage([Reports.report(series)]).text) {
            #expect(!picture.contains("nan") && !picture.contains("inf"))
        }
    }
}
