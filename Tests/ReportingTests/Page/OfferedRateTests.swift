import QueueBenchmarking
import Testing

@testable import Reporting

@Suite struct OfferedRateTests {
    private static func benchmarkCase(_ rate: Int) -> BenchmarkCase {
        BenchmarkCase(OfferedRateScenario(limit: 2, rate: rate, operations: 100))
    }

    /// Two queues at three rates; `foundation` doesn't keep up from `knee` on.
    private func page(knee: Int) throws -> String {
        let folder = try MadeUpFolder()
        try folder.measure(
            [1_000_000, 10_000, 100_000].map { rate in
                (Self.benchmarkCase(rate), ["lock": 2_000, "foundation": Double(rate) / 5], rounds: 8)
            },
            flags: { benchmarkCase, queue in
                queue == "foundation" && benchmarkCase.parameters["rate"]! >= knee ? [.overloaded] : []
            }, metric: .latencyP50)
        return try folder.page(plotly: "draw()").text
    }

    @Test func pageDrawsLatencyByLoadAndSaysWhatKeepsUp() throws {
        let page = try page(knee: 1_000_000)
        #expect(page.contains("<section id=\"offered-rate\">"))
        #expect(page.contains("<figure id=\"offered-rate-latency-p50\">"))
        // No run has it.
        #expect(!page.contains("<figure id=\"offered-rate-latency-p99\">"))
        let text = page.textOfPage
        #expect(text.contains("The highest rate that each keeps up with: lock all, foundation 100k."))
        #expect(text.contains("200.0 µs, did not keep up") && text.contains("20.00 µs"))
        #expect(page.contains(#""symbol":["square","square","square-open"]"#))
        #expect(page.contains(#""x":[10000,100000,1000000]"#))
        // Its cases are not compared by their means.
        #expect(!page.contains("<section id=\"speed\">"))
    }

    @Test func queueThatKeepsUpWithNoRateIsNamed() throws {
        #expect(try page(knee: 0).textOfPage.contains("keeps up with: lock all, foundation none."))
    }

    @Test func pageWithoutTheScenarioHasNoSection() throws {
        let folder = try MadeUpFolder()
        try folder.measure(["lock": 50])
        #expect(!(try folder.page().text.contains("id=\"offered-rate\"")))
    }
}
