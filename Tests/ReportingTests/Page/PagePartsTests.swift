import Testing

@testable import Reporting
@testable import TextFormats

@Suite struct PagePartsTests {
    @Test func jsonOfAPageIsShortAndSafe() {
        let value: JSONValue = [
            "b": [1, 2.5, true, .null], "a": "</script>\n\"\\é", "c": .number(.nan),
        ]
        #expect(value.text == #"{"a":"\u003c/script>\u000a\"\\é","b":[1,2.5,true,null],"c":null}"#)
    }

    @Test(arguments: [
        ("latency of latency limit=2;load=90", "latency-of-latency-limit-2-load-90"), ("  A/b ", "a-b"),
        ("é", ""),
    ])
    func anchorIsMadeOfWhatThePictureShows(text: String, anchor: String) {
        #expect(Figure.anchor(text) == anchor)
    }

    @Test func marksOfALogarithmicAxisArePowersOfTen() {
        #expect(LogTicks([0.01, 100], LogTicks.plain).texts == ["0.01", "0.1", "1", "10", "100"])
        #expect(LogTicks([100, 900], LogTicks.time).texts == ["100 ns", "200 ns", "500 ns", "1 µs"])
        #expect(LogTicks([0, -1], LogTicks.plain).texts == ["1"])
        #expect([5e3, 2e4, 1e6, 0.05].map(LogTicks.plain) == ["5000", "20k", "1M", "0.05"])
        #expect([5, 5e4, 2e7, 1e9].map(LogTicks.time) == ["5 ns", "50 µs", "20 ms", "1 s"])
    }

    @Test func numbersOfAPictureHaveFiveDigits() {
        #expect([123_456.7, 0.000123456, 0, -2].map(Figure.short) == [123_460, 0.00012346, 0, -2])
    }

    @Test func queueHasOneColourAndMarkAndKnownOnesKeepTheirs() {
        let palette = QueuePalette(["mine", "foundation", "lock", "yours"])
        #expect(palette.color("lock") == "$q0" && palette.color("foundation") == "$q1")
        #expect(palette.color("mine") == "$q2" && palette.color("yours") == "$q3")
        #expect(QueuePalette(["lock"]).symbol("lock") == palette.symbol("lock"))
        #expect(Set(["mine", "foundation", "lock", "yours"].map(palette.symbol)).count == 4)
    }

    @Test func cellsOfATableAreEscapedAndSortedByTheirValue() {
        let table = PageTable(
            columns: ["<q>", "n"], rows: [[.init("<a>"), .init("1.5 µs", value: 1_500)]], numbers: 1..<2,
            label: "\"x\"")
        #expect(
            table.html.contains("<th scope=\"col\">&lt;q&gt;</th>")
                && table.html.contains("<td>&lt;a&gt;</td>"))
        #expect(table.html.contains("<td class=\"number\" data-value=\"1500\">1.5 µs</td>"))
        #expect(table.html.contains("aria-label=\"&quot;x&quot;\""))
    }
}
