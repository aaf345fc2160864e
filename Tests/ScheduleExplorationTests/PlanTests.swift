import ConcurrencyPrimitives
import Foundation
import Testing

@testable import ScheduleExploration

/// What a plan can say besides how many schedules. Beside `ExploreTests` these wait for their turn: explorations are
/// process-wide.
@Suite(.serialized)
struct PlanTests {
    private final class Counter: Sendable {
        let word = Atomic<UInt64>(0)
        func increment() { word.store(word.load() + 1) }
    }

    /// An update that gets lost between a load and a store: two steps of one thread, with one of another between.
    @Sendable private static func lostUpdate(fails: Bool) async {
        let counter = Counter()
        let others = (0..<2).map { _ in startTask { counter.increment() } }
        for other in others { await other.value }
        if counter.word.load() != 2 { ExploredSchedule.cover("lost") }
        ExploredSchedule.expect(!fails || counter.word.load() == 2, "an update was lost")
    }

    /// The bound holds for a bug of that depth, or it would be worth nothing: in the mean of many seeds.
    @Test(arguments: [2, 3])
    func prioritiesKeepTheirBound(depth: Int) async throws {
        let report = await explore(
            strategy: .priorities(depth: depth), schedules: 4_000, name: "lost update"
        ) { await Self.lostUpdate(fails: false) }
        let bound = try #require(report.priorityBounds.first { $0.depth == depth })
        #expect(bound.schedules == 4_000 && bound.threads == report.threads && bound.steps >= report.longest)
        // Those at the beginning are others.
        let found = Double((report.covered["lost"] ?? 0) - 3)
        let one = 1 / (Double(bound.threads) * pow(Double(bound.steps), Double(depth - 1)))
        #expect(found / 4_000 >= one, "\(found) of 4000, and at least \(one) were promised")
        #expect(abs(bound.probability - (1 - pow(1 - one, 4_000))) < 1e-9)
    }

    private func temporaryPath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "token-\(UUID())").path
    }

    /// The file names the schedule that ran last, by what it was made from: that runs it again.
    @Test(arguments: ExplorationStrategy.all)
    func theFileHoldsTheTokenOfWhatRuns(strategy: ExplorationStrategy) async throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        var plan = ExplorationPlan()
        plan.strategy = strategy
        plan.shrinks = false
        plan.tokenFile = try TokenFile(path: path)
        let found = await explore(plan, name: "lost update") { await Self.lostUpdate(fails: true) }
        let failure = try #require(found.failure, "\(found)")
        let text = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespaces)
        // A failure in those at the beginning is none of the strategy's.
        guard failure.schedule >= 3 || strategy == .exhaustive(preemptions: 2) else { return }
        let token = try #require(ReplayToken(text), "\(text)")
        let again = await explore(replay: token, name: "lost update") { await Self.lostUpdate(fails: true) }
        #expect(again.failure?.token == failure.token, "\(again)")
    }

    @Test func aFileThatCannotBeMadeIsAnError() {
        #expect(throws: TokenFile.Failure.self) { _ = try TokenFile(path: "/nowhere/token") }
    }

    /// Shards run what the whole runs.
    @Test func shardsShareTheSchedulesOut() async {
        func run(_ shard: ExplorationPlan.Shard) async -> ExplorationReport {
            var plan = ExplorationPlan()
            plan.schedules = 300
            plan.shard = shard
            plan.keepsTraces = true
            return await explore(plan, name: "lost update") { await Self.lostUpdate(fails: false) }
        }
        let whole = await run(.init(0, of: 1))
        let merged = ExplorationReport(
            merging: [await run(.init(0, of: 3)), await run(.init(1, of: 3)), await run(.init(2, of: 3))])
        #expect(Set(whole.traces) == Set(merged.traces))
        #expect(whole.distinct == merged.distinct && whole.distinct > 20)
        #expect(whole.tried == merged.tried)
        // Three at the beginning of each.
        #expect(whole.schedules + 6 == merged.schedules)
    }

    @Test func progressIsToldAndMayEndIt() async {
        var plan = ExplorationPlan()
        plan.schedules = .max
        let seen = Mutex(0)
        plan.progress = { report in
            seen.withLock {
                $0 = report.schedules; return false
            }
        }
        let report = await explore(plan, name: "lost update") { await Self.lostUpdate(fails: false) }
        #expect(report.hasPassed && report.schedules == seen.withLock { $0 })
    }

    @Test func timeEndsIt() async {
        var plan = ExplorationPlan()
        plan.schedules = .max
        plan.seconds = 0.05
        let report = await explore(plan, name: "lost update") { await Self.lostUpdate(fails: false) }
        #expect(report.hasPassed && report.nanoseconds >= 50_000_000)
    }

    @Test func whatOneShardHasFoundIsFound() async {
        func run(fails: Bool) async -> ExplorationReport {
            var plan = ExplorationPlan()
            plan.keepsTraces = true
            return await explore(plan, name: "lost update") { await Self.lostUpdate(fails: fails) }
        }
        let merged = ExplorationReport(merging: [await run(fails: false), await run(fails: true)])
        #expect(merged.failure?.message == "an update was lost")
    }

    /// On a toolchain whose runtime keeps its jobs to itself, no exploration is vacuous in silence.
    @Test func aJobThatDoesNotComeIsNamed() {
        #expect(ConcurrencyCapture.problem == nil)
        #expect(CaptureTrial.problem(reached: CaptureTrial.steps) == nil)
        let problem = CaptureTrial.problem(reached: CaptureTrial.steps.filter { $0 != "a sleep" })
        #expect(problem?.contains("the job of a sleep did not come") == true)
    }
}
