import OperationQueues
import Operations
import QueueBenchmarking
import QueueSubjects
import Testing

/// A scheduling strategy of a tool's author.
@Suite struct OwnStrategyTests {
    private static let mine = SchedulingStrategy(name: "mine", summary: "polls a little", pauses: 7)

    @Test func strategyMakesQueuesThatAreJudgedAndCanBeMeasured() throws {
        let registry = try SubjectRegistry(own: [], strategies: [Self.mine])
        let names = ["lock-mine", "actor-mine"]
        #expect(registry.hasOwn)
        #expect(registry.conformanceDefaults == names && registry.explorationDefaults == names)
        #expect(registry.benchmarkDefaults == names)
        #expect(registry.strategies.map(\.name) == SchedulingStrategy.all.map(\.name) + ["mine"])
        #expect(registry.conformanceSubject("actor-mine") != nil)
        // They are measured where they are named, as those of this project's other strategies are.
        #expect(!registry.benchmark.contains { names.contains($0.name) })
        let lock = try #require(registry.benchmark.first { $0.name == "lock" })
        let variants = registry.variants(of: lock, strategies: ["lingering", "mine"])
        #expect(variants.map(\.id.strategy) == ["lingering", "mine"])
        #expect(Set(variants.map(\.id)).isSubset(of: Set(registry.benchmarkAll.map(\.id))))
    }

    @Test(arguments: ["chained", "lingering", "a,b", "a b", ""])
    func nameThatCanNotBeIsRefused(name: String) {
        #expect(throws: SubjectRefusal.self) {
            try SubjectRegistry(own: [], strategies: [SchedulingStrategy(name: name, summary: "")])
        }
    }

    @Test func twoOfOneNameAreRefused() {
        #expect(throws: SubjectRefusal.self) {
            try SubjectRegistry(own: [], strategies: [Self.mine, Self.mine])
        }
    }
}
