import OperationQueues
import Operations
import QueueBenchmarking
import QueueConformance
import QueueSubjects
import Testing

@testable import OperationLabTool

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

    /// A queue that can only be judged isn't unknown.
    @Test func queueThatCanNotBeMeasuredIsSaidToBeThere() throws {
        struct JudgedSubject: TaskQueueSubject {
            let name = "judged"
            let summary = "a queue that can be judged"
            func makeTaskQueue() -> LockedOperationQueue { LockedOperationQueue() }
            func run(_ body: TaskBody, on queue: LockedOperationQueue) async throws -> Int {
                try await body()
            }
        }
        let registry = try SubjectRegistry(own: [JudgedSubject()])
        let error = #expect(throws: UsageError.self) {
            try BenchSelection.refuseUnmeasured(["lock", "judged"], registry)
        }
        #expect(error?.description == "'judged' can't be measured: its subject is no BenchmarkSubject")
        try BenchSelection.refuseUnmeasured(["lock", "unknown"], registry)
    }

    @Test func twoOfOneNameAreRefused() {
        #expect(throws: SubjectRefusal.self) {
            try SubjectRegistry(own: [], strategies: [Self.mine, Self.mine])
        }
    }
}
