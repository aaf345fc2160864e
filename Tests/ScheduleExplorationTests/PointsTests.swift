import ConcurrencyPrimitives
import ScheduleExploration
import Testing

/// Points after accesses.
@Suite(.serialized)
struct PointsTests {
    /// A store that should come before the word that publishes it. Between the two the thread shares nothing.
    @Sendable private static func earlyPublication() async {
        let (content, published) = (Box(GuardedWord()), Box(Atomic<UInt64>(0)))
        let other = startTask {
            published.value.store(1)
            content.value.bits = 1
        }
        if published.value.load() == 1 {
            ExploredSchedule.expect(content.value.bits == 1, "published and empty")
        }
        await other.value
    }

    @Test(
        arguments: ExplorationStrategy.all.filter { "\($0)".hasSuffix("+") } + [
            .rotating, .exhaustive(preemptions: 2).aroundAccesses,
            .exhaustive(delays: 2).aroundAccesses,
        ])
    func publicationBeforeContentIsFound(strategy: ExplorationStrategy) async throws {
        let report = await explore(strategy: strategy, name: "early publication") {
            await Self.earlyPublication()
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.message == "published and empty")
        #expect("\(failure.token)".contains(":+"))
        #expect(failure.interleaving.events.contains { $0.action == "continues" })
        let token = try #require(ReplayToken("\(failure.token)"))
        let again = await explore(replay: token, name: "early publication") { await Self.earlyPublication() }
        #expect(again.failure?.interleaving == failure.interleaving)
    }

    /// Why there are points after accesses: without them no schedule shows it.
    @Test func pointsBeforeAccessesHideIt() async {
        let report = await explore(strategy: .exhaustive(preemptions: 3), name: "early publication") {
            await Self.earlyPublication()
        }
        #expect(report.hasPassed && report.isComplete, "\(report)")
    }

    /// In an instrumented build, too, whether or not the compiler has put the primitive's code into its caller's.
    @Test func accessesOfPrimitivesArePointsOnceAndThoseUnderALockNever() async {
        @Sendable func steps(_ accesses: @escaping @Sendable () -> Void) async -> Int {
            var plan = ExplorationPlan()
            (plan.strategy, plan.schedules) = (.exhaustive(preemptions: 0), 1)
            return await explore(plan) { await startTask { accesses() }.value }.steps
        }
        let (word, guarded) = (Box(Atomic<UInt64>(0)), Box(GuardedWord()))
        let without = await steps {}
        let loads = await steps { for _ in 0..<10 { _ = word.value.load() } }
        let stores = await steps { for number in 0..<10 { word.value.store(UInt64(number)) } }
        let underALock = await steps { for _ in 0..<10 { guarded.value.bits += 1 } }
        #expect(without > 0 && loads == without + 10 && stores == without + 10 && underALock == without)
    }
}
