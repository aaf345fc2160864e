import Testing

@testable import QueueBenchmarking

@Suite struct LatencyHistogramTests {
    private func histogram(_ latencies: some Sequence<UInt64>) throws -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for latency in latencies { try histogram.record(latency) }
        return histogram
    }

    @Test func quantilesNeedTenValuesBeyondThem() throws {
        #expect(try histogram(1...19).quantile(0.5) == nil)
        #expect(try histogram(1...20).quantile(0.5) == 10)
        #expect(try histogram(1...99).quantile(0.9) == nil)
        #expect(try histogram(1...100).quantile(0.9) == 90)
        #expect(try histogram(1...999).quantile(0.99) == nil)
        #expect(try histogram(1...1_000).quantile(0.99) == 990)
    }

    @Test func emptyHistogramHasNoMaximum() {
        let empty = LatencyHistogram()
        #expect(empty.count == 0)
        #expect(empty.maximum == nil)
        #expect(empty.quantile(0) == nil)
    }

    @Test func maximumIsExact() throws {
        #expect(try histogram([123_456_789, 5]).maximum == 123_456_789)
    }

    @Test func mergingKeepsAllValues() throws {
        var merged = try histogram(1...50)
        merged.merge(try histogram(51...100))
        #expect(merged.count == 100)
        #expect(merged.maximum == 100)
        #expect(merged.quantile(0.9) == 90)
    }

    @Test func tooLongLatencyIsAnError() {
        var histogram = LatencyHistogram()
        #expect(throws: LatencyHistogram.OutOfRange.self) { try histogram.record(.max) }
        #expect(histogram.count == 0)
    }
}
