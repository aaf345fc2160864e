import Cache
import ConcurrencyPrimitives
import ScheduleExploration
import Testing

@Suite(.serialized)
struct CacheTests {
    private final class Count: Sendable { let made = Atomic<Int>(0) }

    @Test func racyCacheMakesAValueTwice() async throws {
        let report = await explore(name: "racy cache") {
            let count = Count()
            let cache = RacyCache { count.made.adding(1) }
            let other = startTask { _ = cache.get() }
            _ = cache.get()
            await other.value
            ExploredSchedule.expect(count.made.load() == 1, "made \(count.made.load()) times")
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.message == "made 2 times")
        #expect(failure.fewestPreemptions <= 1, "\(failure)")
        #expect("\(failure)".contains("Cache/Cache.swift:"))
        print(failure)
    }

    @Test(arguments: ExplorationStrategy.all)
    func lockedCacheMakesAValueOnce(strategy: ExplorationStrategy) async {
        let report = await explore(strategy: strategy, name: "cache") {
            let count = Count()
            let cache = Cache { count.made.adding(1) }
            let other = startTask { _ = cache.get() }
            _ = cache.get()
            await other.value
            ExploredSchedule.expect(count.made.load() == 1, "made \(count.made.load()) times")
        }
        #expect(report.hasPassed, "\(report)")
    }
}
