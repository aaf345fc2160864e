import ConcurrencyPrimitives
import Testing

@testable import ScheduleExploration

/// What an exhaustive search has run, and what it says of the rest. Explorations are process-wide: these wait for their turn.
@Suite(.serialized)
struct ExhaustiveSearchTests {
    @Test func exhaustiveSearchVisitsTheKnownNumberOfSchedules() async {
        // Two threads of two steps each besides their beginning: the number is that of the paths, the same each time.
        var counts: Set<Int> = []
        for _ in 0..<3 {
            let report = await explore(strategy: .exhaustive(preemptions: 2), schedules: 100_000) {
                let word = Box(Atomic<UInt64>(0))
                let tasks = (0..<2).map { _ in startTask { _ = word.value.adding(1) } }
                for task in tasks { await task.value }
                ExploredSchedule.expect(word.value.load() == 2, "an update was lost")
            }
            #expect(report.hasPassed && report.isComplete, "\(report)")
            #expect(report.distinct == report.schedules)
            counts.insert(report.schedules)
        }
        #expect(counts.count == 1 && counts.first! > 10)
    }

    @Test(arguments: [ExplorationStrategy.exhaustive(preemptions: 2), .exhaustive(delays: 2)])
    func exhaustiveSearchThatIsNotCompleteEstimatesTheRest(strategy: ExplorationStrategy) async throws {
        func search(_ schedules: Int) async -> ExplorationReport {
            await explore(strategy: strategy, schedules: schedules, name: "estimate") {
                let word = Box(Atomic<UInt64>(0))
                let tasks = (0..<2).map { _ in startTask { for _ in 0..<3 { _ = word.value.adding(1) } } }
                for task in tasks { await task.value }
            }
        }
        let whole = await search(100_000)
        #expect(whole.isComplete && whole.estimatedTotal == nil && whole.estimate == nil)
        let half = await search(whole.schedules / 2)
        let total = try #require(half.estimatedTotal)
        #expect(!half.isComplete && (0.25...4).contains(total / Double(whole.schedules)), "\(total)")
        #expect("\(half)".contains("of an estimated"))
        #expect(await search(1).estimatedTotal == nil)
        let random = await explore(schedules: 10) { await startTask {}.value }
        #expect(random.estimatedTotal == nil)
    }

    /// Three choices of two threads each: eight schedules, of which each is an eighth.
    @Test func triedPartGrowsBySchedule() {
        let search = ExhaustiveSearch(nil, .beforeAccesses)
        let candidates = (0..<2).map { Candidate(thread: $0, next: .begin) }
        for schedule in 0..<8 {
            #expect(search.triedPart == Double(schedule) / 8)
            for step in 0..<3 {
                _ = search.choose(among: candidates[...], StepContext(step: step, current: 0))
            }
            search.advance()
        }
        #expect(search.isDone)
    }

    /// So many choices that their product is no number.
    @Test(arguments: [nil, SearchBound.preemptions(1000), .delays(1000)])
    func estimateOfLongScheduleIsLeftOut(bound: SearchBound?) {
        let search = ExhaustiveSearch(bound, .beforeAccesses)
        let candidates = (0..<3).map { Candidate(thread: $0, next: .begin) }
        for _ in 0..<2 {
            for step in 0..<1100 {
                _ = search.choose(among: candidates[...], StepContext(step: step, current: 0))
            }
            search.advance()
        }
        #expect(!(1 / search.triedPart).isFinite)
    }

    @Test(arguments: [
        (1, 3.0, "about 33% of an estimated 3 schedules"), (7, 7.1, "about 99% of an estimated 7 schedules"),
        (30, 12_345, "less than 1% of an estimated 12000 schedules"),
        (30, 9.9e9, "less than 1% of an estimated 10^10 schedules"),
        (30, 1.79e308, "less than 1% of an estimated 10^308 schedules"),
    ])
    func estimateIsRounded(schedules: Int, total: Double, text: String) {
        var report = ExplorationReport(scenario: "", strategy: "", seed: 1, memory: .sequential)
        (report.schedules, report.estimatedTotal) = (schedules, total)
        #expect(report.estimate == text)
        report.isComplete = true
        #expect(report.estimate == nil)
    }
}
