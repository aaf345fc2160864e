import CScheduleInterposition
import ConcurrencyPrimitives
import ScheduleExploration
import Testing

/// Explorations are process-wide, and each keeps a processor busy.
@Suite(.serialized)
struct ExploreTests {
    private static let strategies: [ExplorationStrategy] = ExplorationStrategy.all

    /// An update that gets lost between a load and a store.
    private final class Counter: Sendable {
        let word = Atomic<UInt64>(0)
        func increment() { word.store(word.load() + 1) }
    }

    @Sendable private static func lostUpdate() async {
        let counter = Counter()
        let other = startTask { counter.increment() }
        counter.increment()
        await other.value
        ExploredSchedule.expect(counter.word.load() == 2, "the counter is at \(counter.word.load())")
    }

    @Test(arguments: strategies)
    func lostUpdateIsFound(strategy: ExplorationStrategy) async throws {
        let report = await explore(strategy: strategy, name: "lost update") { await Self.lostUpdate() }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .failed && failure.message == "the counter is at 1")
        #expect(failure.fewestPreemptions <= failure.preemptions)
        #expect(failure.fewestPreemptions == 1)
        let words = failure.interleaving.events.filter { $0.action.contains("word 1") }
        // Where the update was lost, the loads come before the stores.
        #expect(words.prefix(4).map { $0.action.prefix(5) } == ["loads", "loads", "store", "store"])
        #expect(
            words.allSatisfy { $0.location.hasPrefix("ScheduleExplorationTests/ExploreTests.swift:") },
            "\(failure)")
    }

    @Test func tokenReplaysTheSchedule() async throws {
        let found = await explore(name: "lost update") { await Self.lostUpdate() }
        let failure = try #require(found.failure)
        let token = try #require(ReplayToken("\(failure.token)"))
        for _ in 0..<100 {
            let again = await explore(replay: token, name: "lost update") { await Self.lostUpdate() }
            let other = try #require(again.failure)
            #expect(other.interleaving.events.map(\.action) == failure.interleaving.events.map(\.action))
            #expect(other.token == failure.token)
        }
        let elsewhere = await explore(replay: token, name: "another") { await Self.lostUpdate() }
        guard case .nondeterministic = elsewhere.outcome else {
            Issue.record("a token was taken for another scenario than its own: \(elsewhere)")
            return
        }
    }

    @Test(arguments: [
        "", "v3:12", "v1:12:-", "v3:xyz:-", "v3:12:3", "v3:12:3>", "v3:12:5>1,5>2", "v3:12:-1>1",
        "v3:12:random/1/2", "v3:12:exhaustive2/1/2/3", "v3:12:delays2/1/2/3", "v3:12:randon/1/2/3",
        "v3:12:random/1/2/-3", "v3:12:+", "v3:12:++-", "v3:12:random++/1/2/3", "v3:12:-:", "v3:12:-:sc",
        "v3:12:-:c11", "v3:12:-:rc11:",
    ])
    func invalidTokenIsRefused(text: String) {
        #expect(ReplayToken(text) == nil)
    }

    @Test(arguments: strategies)
    func lockedUpdateIsNeverLost(strategy: ExplorationStrategy) async {
        let report = await explore(strategy: strategy, schedules: 300) {
            let counter = Box(Mutex(0))
            let other = startTask { counter.value.withLock { $0 += 1 } }
            counter.value.withLock { $0 += 1 }
            await other.value
            ExploredSchedule.expect(counter.value.withLock { $0 } == 2, "an update was lost")
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.distinct > 1)
    }

    @Test func locksTakenInDifferentOrdersDeadlock() async throws {
        let report = await explore {
            let (first, second) = (Box(Mutex(0)), Box(Mutex(0)))
            let other = startTask { second.value.withLock { _ in first.value.withLock { $0 += 1 } } }
            first.value.withLock { _ in second.value.withLock { $0 += 1 } }
            await other.value
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .deadlock)
        #expect(failure.fewestPreemptions == 1)
        #expect(failure.blocked.count == 2)
        #expect(
            failure.blocked.allSatisfy { $0.reason.hasPrefix("waits for a lock that thread ") }, "\(failure)")
    }

    @Test func missingWakeUpIsADeadlock() async throws {
        let report = await explore {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        #expect(report.failure?.kind == .deadlock)
    }

    @Test func endlessScheduleIsAbandoned() async throws {
        let report = await explore(stepLimit: 500) {
            let word = Atomic<UInt64>(0)
            while word.load() == 0 {}
        }
        #expect(report.failure?.kind == .stepLimit)
    }

    /// So the message about it has a bound.
    @Test func endlessScheduleIsShownWithoutItsMiddle() async throws {
        var plan = ExplorationPlan()
        (plan.stepLimit, plan.stepsToSimplify) = (30_000, 0)
        let report = await explore(plan, name: "endless") {
            let word = Atomic<UInt64>(0)
            while word.load() == 0 {}
        }
        let failure = try #require(report.failure)
        let interleaving = failure.interleaving
        #expect(interleaving.events.count == 10_000)
        #expect(interleaving.omitted > 15_000)
        #expect("\(interleaving)".contains("… \(interleaving.omitted + 9_600) more steps …"))
        #expect(failure.page(of: "endless").contains(">\(interleaving.omitted + 6_000) more steps<"))
    }

    /// One that waits in a loop for another lets it go on, under every strategy.
    @Test(arguments: strategies)
    func spinningThreadEnds(strategy: ExplorationStrategy) async {
        let report = await explore(strategy: strategy, schedules: 100) {
            let word = Box(Atomic<UInt64>(0))
            let other = startTask { word.value.store(1) }
            while word.value.load() == 0 { word.value.pauseWhile(1) { $0 == 0 } }
            await other.value
        }
        #expect(report.hasPassed, "\(report)")
    }

    @Test func explorationWithoutChoicesIsVacuous() async {
        let report = await explore(schedules: 10) { _ = Atomic<UInt64>(0).load() }
        guard case .vacuous = report.outcome else {
            Issue.record("\(report)")
            return
        }
    }

    @Test func nondeterminismBeyondTheScheduleIsReported() async {
        let runs = Box(Atomic<Int>(0))
        let report = await explore(schedules: 10) {
            let count = runs.value.adding(1)
            let word = Box(Atomic<UInt64>(0))
            let other = startTask { for _ in 0..<count { word.value.store(1) } }
            await other.value
        }
        guard case .nondeterministic = report.outcome else {
            Issue.record("\(report)")
            return
        }
    }

    // MARK: Swift Concurrency

    @Test func everyJobIsCaptured() async {
        let report = await explore(schedules: 200) {
            let seen = Box(Mutex<[String]>([]))
            @Sendable func note(_ name: String) { seen.value.withLock { $0.append(name) } }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { note("group") }
                group.addTask {
                    await Task.yield()
                    note("yield")
                }
            }
            async let child: Void = note("child")
            await Task { note("task") }.value
            await Task.detached { note("detached") }.value
            await child
            await MainActor.run { note("main") }
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let producer = Task {
                continuation.yield(1)
                continuation.finish()
            }
            for await _ in stream { note("stream") }
            await producer.value
            try await Task.sleep(for: .seconds(3_600))
            note("sleep")
            ExploredSchedule.expect(seen.value.withLock { $0.count } == 8, "\(seen.value.withLock { $0 })")
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.distinct > 20)
    }

    @Test func actorReentranceIsSeen() async throws {
        actor Account {
            var balance = 100
            func withdraw(_ amount: Int) async {
                guard balance >= amount else { return }
                await Task.yield()
                balance -= amount
            }
        }
        let report = await explore {
            let account = Account()
            let other = startTask { await account.withdraw(100) }
            await account.withdraw(100)
            await other.value
            let balance = await account.balance
            ExploredSchedule.expect(balance >= 0, "the balance is \(balance)")
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.message == "the balance is -100")
    }

    @Test func onTheMainActorOneJobRunsAtATime() async {
        let report = await explore(schedules: 200) {
            let inside = Box(Atomic<Int>(0))
            let tasks = (0..<3).map { _ in
                Task { @MainActor in
                    ExploredSchedule.expect(inside.value.adding(1) == 1, "two jobs on the main actor at once")
                    _ = inside.value.adding(-1)
                }
            }
            for task in tasks { await task.value }
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// A handler runs under a mutex of the runtime, which the end of its scope wants, too: here a thread waits for the
    /// lock inside the handler while the other is at that end.
    @Test(.enabled(if: oplab_interposition_works())) func cancellationHandlerMayTakeALock() async {
        let report = await explore(schedules: 500) {
            let count = Box(Mutex(0))
            let task = startTask {
                await withTaskCancellationHandler {
                    count.value.withLock { $0 += 1 }
                    await Task.yield()
                    count.value.withLock { $0 += 1 }
                } onCancel: {
                    ExploredSchedule.cover("cancelled inside")
                    count.value.withLock { $0 += 1 }
                }
            }
            task.cancel()
            await task.value
            ExploredSchedule.expect(
                (2...3).contains(count.value.withLock { $0 }), "a body or a handler was missed")
        }
        #expect(report.hasPassed && report.seesRuntime, "\(report)")
        #expect((1..<500).contains(report.covered["cancelled inside"] ?? 0))
    }

    /// What it is run on decides nothing in a schedule.
    @Test func controlledThreadsSeeTwoProcessors() async {
        var plan = ExplorationPlan()
        plan.acceptsUnseen = true
        let report = await explore(plan) {
            let other = startTask {
                ExploredSchedule.expect(ProcessorCount.available == 2, "\(ProcessorCount.available)")
            }
            ExploredSchedule.expect(ProcessorCount.available == 2, "\(ProcessorCount.available)")
            await other.value
        }
        #expect(report.hasPassed, "\(report)")
    }

    @Test func coveragePointsAreCounted() async {
        let report = await explore(schedules: 50) {
            let word = Box(Atomic<UInt64>(0))
            let other = startTask { word.value.store(1) }
            if word.value.load() == 1 { ExploredSchedule.cover("stored first") }
            await other.value
        }
        #expect((1..<50).contains(report.covered["stored first"] ?? 0), "\(report.covered)")
    }
}

/// Something that can't be copied, shared.
final class Box<Value: ~Copyable & Sendable>: Sendable {
    let value: Value
    init(_ value: consuming Value) { self.value = value }
}
