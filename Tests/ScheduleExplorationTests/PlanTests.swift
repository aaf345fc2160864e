import CPlatform
import ConcurrencyPrimitives
import Dispatch
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

    /// A thread that comes exactly between two of many steps of another: what takes turns often never gets there.
    @Sendable private static func between() async {
        let word = Atomic<Int>(0)
        let shared = Shared(word: word)
        let walker = startTask { for step in 1...20 { shared.word.store(step) } }
        let looker = startTask { if shared.word.load() == 13 { ExploredSchedule.cover("met") } }
        await walker.value
        await looker.value
    }

    private final class Shared: Sendable {
        let word: Atomic<Int>
        init(word: consuming Atomic<Int>) { self.word = word }
    }

    private func met(_ strategy: ExplorationStrategy, schedules: Int) async -> ExplorationReport {
        await explore(strategy: strategy, schedules: schedules, name: "between") { await Self.between() }
    }

    /// What is promised is kept where it is hard: without its one change of priority, the strategy never gets there, and
    /// a random walk hardly ever.
    @Test func pctFindsTheBugAsOftenAsItsBoundSays() async throws {
        let schedules = 10_000
        let report = await met(.priorities(depth: 2), schedules: schedules)
        let bound = try #require(report.priorityBounds.first)
        #expect(bound.depth == 2 && bound.schedules == schedules && bound.steps >= report.longest)
        let promised = Double(schedules) / (Double(bound.threads) * Double(bound.steps))
        let found = report.covered["met"] ?? 0
        #expect(Double(found) >= promised && promised > 5, "\(found) of \(promised) that were promised")
        let without = await met(.priorities(depth: 1), schedules: schedules)
        let random = await met(.random, schedules: schedules)
        #expect(without.covered["met"] ?? 0 == 0)
        #expect(random.covered["met"] ?? 0 < found / 4)
        #expect(without.priorityBounds.first?.depth == 1 && random.priorityBounds.isEmpty)
    }

    @Test func pctBoundEqualsThatOfThePaper() {
        let bound = PriorityBound(depth: 3, schedules: 2, threads: 2, steps: 5)
        // One schedule finds it with 1/(2·25); two miss it with (49/50)².
        #expect(abs(bound.probability - (1 - 0.98 * 0.98)) < 1e-12)
    }

    private func temporaryPath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "token-\(UUID())").path
    }

    /// The file names the schedule that ran last, by what it was made from: that runs it again.
    @Test(arguments: ExplorationStrategy.all)
    func tokenFileHoldsTheRunningSchedule(strategy: ExplorationStrategy) async throws {
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
        guard failure.schedule >= 3 || !strategy.isSeeded else { return }
        let token = try #require(ReplayToken(text), "\(text)")
        let again = await explore(replay: token, name: "lost update") { await Self.lostUpdate(fails: true) }
        #expect(again.failure?.token == failure.token, "\(again)")
    }

    @Test func impossibleTokenFileIsAnError() {
        #expect(throws: TokenFile.Failure.self) { _ = try TokenFile(path: "/nowhere/token") }
    }

    /// Shards run what the whole runs.
    @Test func shardsPartitionTheSchedules() async {
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
        #expect(Set(whole.traces.values) == Set(merged.traces.values))
        #expect(whole.distinct == merged.distinct && whole.distinct > 20)
        #expect(whole.tried == merged.tried)
        // Those that tell each process how long a schedule is are not counted.
        #expect(whole.schedules == 300 && merged.schedules == 300)
    }

    @Test func progressHandlerIsCalledAndMayEndTheExploration() async {
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

    @Test func timeLimitEndsTheExploration() async {
        var plan = ExplorationPlan()
        plan.schedules = .max
        plan.seconds = 0.05
        let report = await explore(plan, name: "lost update") { await Self.lostUpdate(fails: false) }
        #expect(report.hasPassed && report.nanoseconds >= 50_000_000)
    }

    @Test func findingOfOneShardIsReported() async {
        func run(fails: Bool) async -> ExplorationReport {
            var plan = ExplorationPlan()
            plan.keepsTraces = true
            return await explore(plan, name: "lost update") { await Self.lostUpdate(fails: fails) }
        }
        let merged = ExplorationReport(merging: [await run(fails: false), await run(fails: true)])
        #expect(merged.failure?.message == "an update was lost")
    }

    /// On a toolchain whose runtime keeps its jobs to itself, no exploration is vacuous in silence: here the job behind
    /// a continuation is one that no controlled thread has sent.
    @Test func missingJobIsNamed() async {
        #expect(ConcurrencyCapture.problem == nil)
        await ExplorationLock.take()
        defer { ExplorationLock.giveBack() }
        // Resumed when the trial is over: before, it might be resumed before it waits, and take no job at all.
        let kept = Mutex<UnsafeContinuation<Void, Never>?>(nil)
        let problem = await withUnsafeContinuation { done in
            SystemThread.start {
                done.resume(
                    returning: CaptureTrial.run { continuation in kept.withLock { $0 = continuation } })
            }
        }
        kept.withLock { $0 }?.resume()
        #expect(problem?.contains("the job of a continuation did not come") == true, "\(problem ?? "none")")
    }

    @Test func failureWhoseHashesDifferHasADoubt() async {
        var report = await explore(schedules: 10) { ExploredSchedule.expect(false, "it fails") }
        for isFixed in [true, false] {
            report.hasFixedHashes = isFixed
            let isDoubted = report.doubts.contains {
                $0.hasPrefix("hash values differ from process to process")
                    && $0.hasSuffix("SWIFT_DETERMINISTIC_HASHING=1")
            }
            #expect(
                isDoubted == !isFixed && "\(report)".contains("hash values differ") == !isFixed, "\(report)")
        }
        // Nobody replays a pass.
        report.outcome = .passed
        #expect(!report.doubts.contains { $0.hasPrefix("hash values differ") })
    }

    /// A thread that sleeps elsewhere is lost with the scheduling token in its hands; when it wakes, it finds no way back.
    @Test func lostThreadStaysLost() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let line = #line + 4
        let report = await explore(schedules: 100, name: "asleep") {
            let word = Atomic<Int>(0)
            var byte: UInt8 = 0
            _ = read(reading, &byte, 1)
            _ = word.adding(1)
        }
        guard case .blockedOutside(let reason) = report.outcome else {
            Issue.record("\(report)")
            return
        }
        // A sanitizer may keep the signal by which the thread is asked.
        #expect(
            reason.contains(", in read at ScheduleExplorationTests/PlanTests.swift:\(line)")
                || oplab_is_sanitized(), "\(reason)")
        close(writing)
        // The next exploration, beside the thread that has woken, is none of its matters.
        let other = await explore(schedules: 500, name: "lost update") { await Self.lostUpdate(fails: false) }
        #expect(other.hasPassed, "\(other)")
    }

    /// The scheduler's own code may take its time, to tell how far it is, say: the token is taken in the program's only.
    @Test func schedulingTokenIsTakenInProgramCodeOnly() {
        let watch = StallDetector()
        #expect(watch.isInside && !watch.take())
        watch.leave()
        watch.enter()
        #expect(watch.isInside && !watch.take())
        watch.leave()
        #expect(!watch.isInside && watch.take())
        #expect(!watch.take())
    }
}
