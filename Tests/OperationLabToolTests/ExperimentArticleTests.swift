import QueueConformance
import QueueExperiments
import TestSupport
import Testing

/// The article shows runs. What doesn't depend on the run is what the program prints today.
@Suite struct ExperimentArticleTests {
    private static let article = "Sources/QueueExperiments/QueueExperiments.docc/SixExperiments.md"

    /// The last one is run by another program, and is the same on every queue.
    private static let shown =
        ["lock", "actor", "foundation"].flatMap { queue in (1...5).map { (queue, $0) } } + [("lock", 6)]

    @Test(arguments: shown)
    func outputInTheArticleIsOfToday(queue: String, number: Int) async throws {
        let page = try Repository.text(Self.article)
        let begin = "<!-- generated: experiment \(number) on \(queue) -->"
        let rest = try #require(page.firstRange(of: begin).map { page[$0.upperBound...] }, "\(begin)")
        let section = try #require(rest.firstRange(of: "<!-- end -->").map { rest[..<$0.lowerBound] })
        // However the lines are broken.
        let words = section.split(whereSeparator: \.isWhitespace).joined(separator: " ")

        let run = try await ExperimentRun.run(number, on: queue)
        let experiment = try #require(ExperimentBook.all.first { $0.number == number })
        var expected = ["Experiment \(number) on \(queue): \(experiment.title)", experiment.question]
        expected += experiment.ruleSentences.map { "\($0.id) \($0.sentence)" }
        expected += experiment.trials.map { "\($0.name): \($0.summary)" }
        expected += experiment.program?.commands(queue: queue) ?? []
        expected += run.trials.filter(\.isCertain).map(\.conclusion.sentence)
        let missing = expected.filter { !words.contains($0) }
        #expect(missing == [], "run scripts/experiments")
    }
}
