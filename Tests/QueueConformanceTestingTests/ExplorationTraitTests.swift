import ConcurrencyPrimitives
import QueueConformanceTesting
import TestSupport
import Testing

/// Scenarios as tests, as somebody's package has them.
@Suite struct ExplorationTraitTests {
    /// Expects that the traits after it record an issue with each of these words.
    struct Recording: TestTrait, TestScoping {
        let words: [String]

        func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            try await withKnownIssue {
                try await function()
            } matching: { issue in
                let text = issue.comments.map(\.rawValue).joined() + (issue.error.map { "\($0)" } ?? "")
                return words.allSatisfy(text.contains)
            }
        }
    }

    /// Two tasks that read a counter, and then write it.
    private static func increments(apart: Bool) async -> Int {
        let counter = Atomic<Int>(0)
        let increment = { @Sendable in
            if apart { counter.store(counter.load() + 1) } else { _ = counter.adding(1) }
        }
        let other = startTask { increment() }
        increment()
        await other.value
        return counter.load()
    }

    @Test(.explored(schedules: 200)) func soundScenarioRecordsNoIssue() async {
        let sum = await Self.increments(apart: false)
        ExploredSchedule.expect(sum == 2, "the sum is \(sum)")
    }

    @Test(
        Recording(words: [
            "the sum is 1", "ExplorationTraitTests.swift:", "replay: v3:", "seed 7",
        ]),
        .explored(schedules: 200, seed: 7))
    func lostUpdateIsAnIssueWithSeedAndToken() async {
        let sum = await Self.increments(apart: true)
        ExploredSchedule.expect(sum == 2, "the sum is \(sum)")
    }

    @Test(Recording(words: ["no schedule had a choice"]), .explored(schedules: 20))
    func scenarioWithoutAChoiceIsAnIssue() async {}

    @Test(
        Recording(
            words: ["trapped by itself"]
                + (Sanitizer.isUsed
                    ? ["in the schedule v3:"] : ["replay: v3:", "crashes", "Tests.swift:"])),
        .explored(schedules: 200))
    func trapIsAnIssueWithItsToken() async {
        if await Self.increments(apart: true) == 1 { fatalError("trapped by itself") }
    }

    /// It belongs to no schedule. That it failed isn't lost.
    @Test(Recording(words: ["use ExploredSchedule.expect", "(sum → 2) == 3"]), .explored(schedules: 20))
    func expectationOfTheTestIsAnIssue() async {
        let sum = await Self.increments(apart: false)
        #expect(sum == 3)
    }

    private struct TestError: Error {}

    @Test(Recording(words: ["TestError"]), .explored(schedules: 20))
    func errorFailsTheSchedule() async throws {
        _ = await Self.increments(apart: false)
        throw TestError()
    }

    @Test(Recording(words: ["is for another scenario"]), .explored(replay: "v3:1:-"))
    func tokenOfAnotherScenarioIsAnIssue() async { _ = await Self.increments(apart: false) }
}
