import ConcurrencyPrimitives
import ScheduleExploration
import Testing

/// What weak memory is in a build that isn't instrumented. Tests/Packages/ExplorationClient has the tests of one that is.
@Suite struct MemoryModelTests {
    @Test(arguments: ["v3:12:-:rc11", "v3:12:4>1,6>2:tso", "v3:12:random/1/2/3:rc11", "v3:12:+-"])
    func tokenSaysWhichMemory(text: String) throws {
        let token = try #require(ReplayToken(text))
        #expect(token.description == text)
        let expected: MemoryModel =
            text.hasSuffix("rc11") ? .rc11 : text.hasSuffix("tso") ? .totalStoreOrder : .sequential
        #expect(token.memory == expected)
    }

    @Test(arguments: MemoryModel.allCases) func weakMemoryNeedsAnInstrumentedBuild(memory: MemoryModel) async
    {
        var plan = ExplorationPlan()
        (plan.schedules, plan.memory) = (50, memory)
        let report = await explore(plan) {
            let word = Box(Atomic<Int>(0))
            let other = startTask { word.value.store(1) }
            _ = word.value.load()
            await other.value
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.doubts.contains { $0.hasPrefix("memory was not weak") } == (memory != .sequential))
        #expect(report.graphs == 0)
    }

    /// An exhaustive search without a bound is complete, and no other finds more.
    @Test func searchWithoutABoundEnds() async {
        var plan = ExplorationPlan()
        (plan.schedules, plan.strategy) = (100_000, .exhaustive)
        let report = await explore(plan) {
            let counter = Box(Atomic<Int>(0))
            let other = startTask { counter.value.store(counter.value.load() + 1) }
            counter.value.store(counter.value.load() + 1)
            await other.value
            ExploredSchedule.cover("\(counter.value.load())")
        }
        #expect(report.hasPassed && report.isComplete, "\(report)")
        #expect(Set(report.covered.keys) == ["1", "2"])
        #expect(report.distinct == report.schedules)
    }
}
