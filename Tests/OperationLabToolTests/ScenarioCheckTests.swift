import ConcurrencyPrimitives
import OperationQueues
import Operations
import QueueBenchmarking
import QueueConformance
import QueueSubjects
import Testing

/// The scenarios that need more than the small queue of the benchmark's own tests can do.
@Suite struct ScenarioCheckTests {
    /// For queues with dependencies, and for task groups, whose children await each other. Groups can't be limited, so
    /// the limit is the number of processors, or none.
    private static let graphs: [any GraphScenario] = [
        ChainScenario(limit: -1, operations: 50),
        ReverseScenario(limit: ProcessorCount.available, operations: 50),
        FanScenario(limit: ProcessorCount.available, width: 50),
        WavefrontScenario(limit: ProcessorCount.available, width: 5, depth: 10),
        GranularityScenario(
            limit: ProcessorCount.available, pattern: .randomNearest, width: 8, steps: 6, nanoseconds: 500),
        GranularityScenario(
            limit: ProcessorCount.available, pattern: .sweep, width: 8, steps: 10, nanoseconds: 0),
    ]

    private static let scenarios: [any Scenario] =
        graphs + [
            PriorityScenario(limit: 2, operations: 400), CancelScenario(limit: 2, operations: 50),
            SuspendScenario(limit: 1, operations: 300), HandoverScenario(limit: 2, load: 30, milliseconds: 5),
            LargeScenario(shape: .independent, operations: 300),
            LargeScenario(shape: .chain, operations: 300),
            LargeScenario(shape: .dependentsOfOne, operations: 300),
            LargeScenario(shape: .independent, operations: 300, isCancelled: true),
            BlockingScenario(limit: -1, milliseconds: 1, operations: 8),
            BlockingScenario(limit: 4, milliseconds: 1, operations: 8),
            OptionsScenario(
                limit: 2, operations: 300,
                options: OperationOptions(completion: true, name: true, quality: true)),
            RoundTripScenario(limit: 2, operations: 100, isFresh: false),
            RoundTripScenario(limit: 1, operations: 100, isFresh: true),
        ]

    private func run(_ queue: String, _ scenario: any Scenario) async throws -> RunOutcome {
        let server = RunServer(subjects: SubjectRegistry.project.benchmarkAll, deadlineSeconds: 86_400)
        let subject = try #require(SubjectRegistry.project.benchmarkAll.first { $0.name == queue }).id
        let request = RunRequest(
            subject: subject, benchmarkCase: BenchmarkCase(scenario), purpose: .time, seed: 1)
        // What was wrong once is wrong again, and said again, in the same process.
        _ = try await server.run(request)
        return try await server.run(request).outcome
    }

    @Test(arguments: scenarios.indices, ["lock", "actor", "foundation"])
    func correctQueuesPassTheChecks(scenario: Int, queue: String) async throws {
        let outcome = try await run(queue, Self.scenarios[scenario])
        guard case .passed = outcome else {
            Issue.record("\(Self.scenarios[scenario].name) on \(queue): \(outcome)")
            return
        }
    }

    private static let advancedScenarios: [any Scenario] = [
        AdvancedScenario(limit: 2, operations: 300, parts: nil),
        AdvancedScenario(limit: 1, operations: 300, parts: AdvancedParts()),
        AdvancedScenario(
            limit: 2, operations: 300, parts: AdvancedParts(conditions: 2, categories: 2, observers: 2)),
        ExclusiveScenario(limit: -1, operations: 300),
        OptionsScenario(
            limit: 1, operations: 300, options: OperationOptions(completion: true, observer: true)),
    ]

    @Test(arguments: advancedScenarios.indices, ["lock", "actor"])
    func queuesWithAdvancedOperationsPassTheChecks(scenario: Int, queue: String) async throws {
        let outcome = try await run(queue, Self.advancedScenarios[scenario])
        guard case .passed = outcome else {
            Issue.record("\(Self.advancedScenarios[scenario].name) on \(queue): \(outcome)")
            return
        }
    }

    /// At a limit, that decides how long a run takes.
    @Test(arguments: [-1, 4], ["lock", "actor"])
    func timeBeyondOneOperationIsThatWithoutLimit(limit: Int, queue: String) async throws {
        let outcome = try await run(
            queue, BlockingScenario(limit: limit, milliseconds: 1, operations: 8))
        let (excess, wall) = (outcome.value(.excessTime), try #require(outcome.value(.wallTime)))
        #expect(excess == (limit == -1 ? wall * 8 - 1_000_000 : nil))
        if let excess { #expect(excess > 0) }
    }

    @Test func partsThatAreNotCalledAreSeen() async throws {
        let server = RunServer(subjects: [ForgetfulSubject()], deadlineSeconds: 86_400)
        for parts in [AdvancedParts(conditions: 1), AdvancedParts(observers: 1)] {
            let scenario = AdvancedScenario(limit: 1, operations: 100, parts: parts)
            let request = RunRequest(
                subject: ForgetfulSubject().id, benchmarkCase: BenchmarkCase(scenario), purpose: .time,
                seed: 1)
            guard case .failed(let reason) = try await server.run(request).outcome else {
                Issue.record("passed though nothing was called")
                return
            }
            #expect(reason.contains("100 of 100"), "\(reason)")
        }
    }

    /// Without its dependencies, and added in the opposite order, each task of a chain but the first runs before the one that
    /// it depends on.
    @Test func taskThatRunsBeforeItsDependencyIsSeen() async throws {
        let server = RunServer(subjects: [HastySubject()], deadlineSeconds: 86_400)
        let scenario = GranularityScenario(
            limit: 1, pattern: .noCommunication, width: 1, steps: 20, nanoseconds: 500)
        let request = RunRequest(
            subject: HastySubject().id, benchmarkCase: BenchmarkCase(scenario), purpose: .time, seed: 1)
        guard case .failed(let reason) = try await server.run(request).outcome else {
            Issue.record("passed though tasks ran before those that they depend on")
            return
        }
        #expect(reason.contains("19 times an operation ran before one that it depends on"), "\(reason)")
    }

    @Test(arguments: DependencyPattern.allCases, ["lock", "dispatch-concurrent"])
    func patternsPassWithDependenciesAndStepByStep(pattern: DependencyPattern, queue: String) async throws {
        let outcome = try await run(
            queue,
            GranularityScenario(
                limit: ProcessorCount.available, pattern: pattern, width: 8, steps: 8, nanoseconds: 500))
        guard case .passed = outcome else {
            Issue.record("\(pattern) on \(queue): \(outcome)")
            return
        }
        #expect(try #require(outcome.value(.efficiency)) > 0)
    }

    @Test func completionBlocksThatAreCalledForAnotherOperationAreSeen() async throws {
        let server = RunServer(subjects: [ForgetfulSubject()], deadlineSeconds: 86_400)
        let scenario = OptionsScenario(
            limit: 1, operations: 100, options: OperationOptions(completion: true))
        let request = RunRequest(
            subject: ForgetfulSubject().id, benchmarkCase: BenchmarkCase(scenario), purpose: .time, seed: 1)
        guard case .failed(let reason) = try await server.run(request).outcome else {
            Issue.record("passed though some completion blocks weren't called")
            return
        }
        #expect(reason.contains("50 of 100"), "\(reason)")
    }

    @Test func waitThatReturnsEarlyIsSeen() async throws {
        let subject = ImpatientSubject()
        let server = RunServer(subjects: [subject], deadlineSeconds: 86_400)
        let scenario = RoundTripScenario(limit: 1, operations: 20, isFresh: false)
        let request = RunRequest(
            subject: subject.id, benchmarkCase: BenchmarkCase(scenario), purpose: .time, seed: 1)
        guard case .failed(let reason) = try await server.run(request).outcome else {
            Issue.record("passed though waits returned early")
            return
        }
        #expect(reason.contains("9 waiters returned before"), "\(reason)")
    }

    @Test func queueWithoutAdvancedOperationsIsSkippedWithTheReason() throws {
        let foundation = try #require(
            SubjectRegistry.project.benchmarkAll.first { $0.name == "foundation" } as? FoundationSubject)
        for scenario in Self.advancedScenarios {
            let reason = scenario.skipReason(for: foundation)
            #expect(reason?.contains("no conditions") == true || reason == "its operations can't be observed")
        }
    }

    @Test(arguments: ["task-group", "discarding-group"])
    func taskGroupsPassTheChecks(queue: String) async throws {
        let limit = ProcessorCount.available
        let scenarios: [any Scenario] =
            Self.graphs + [
                EmptyScenario(limit: limit, operations: 100), PoolScenario(limit: limit, operations: 100),
                ComputeScenario(limit: limit, microseconds: 1, operations: 50),
                BlockingScenario(limit: -1, milliseconds: 1, operations: 8),
            ]
        for scenario in scenarios {
            let outcome = try await run(queue, scenario)
            guard case .passed = outcome else {
                Issue.record("\(scenario.name) on \(queue): \(outcome)")
                return
            }
        }
    }

    @Test(arguments: [
        CancelScenario(limit: 2, operations: 50) as any Scenario,
        LargeScenario(shape: .independent, operations: 50, isCancelled: true),
    ])
    func cancelledOperationThatRunsIsSeen(scenario: any Scenario) async throws {
        let outcome = try await run("faulty:queueRunsCancelled", scenario)
        guard case .failed(let reason) = outcome else {
            Issue.record("passed: \(outcome)")
            return
        }
        #expect(reason.contains("had been cancelled"))
    }

    @Test func lostOperationsOfALargeRunAreSeen() async throws {
        let outcome = try await run(
            "faulty:losesEveryHundredth", LargeScenario(shape: .independent, operations: 300))
        guard case .failed(let reason) = outcome else {
            Issue.record("passed: \(outcome)")
            return
        }
        #expect(reason.contains("had not run"), "\(reason)")
    }
}

/// Adds operations without what they should have.
private struct ForgetfulSubject: AdvancedBenchmarkSubject {
    let name = "forgetful"
    let summary = "the lock-based queue, whose operations are all plain"
    let driver = LockSubject().driver

    func makeQueue(limit: Int) -> LockSubject.Queue { LockSubject().makeQueue(limit: limit) }

    func add(
        _ indices: Range<Int>, with parts: AdvancedParts, to queue: LockSubject.Queue,
        marking mark: OperationMark, calls: OperationMark
    ) {
        add(indices, to: queue, marking: mark)
    }
}

extension ForgetfulSubject: OptionsBenchmarkSubject {
    var hasObservers: Bool { false }

    /// Every fourth is called for the one before it.
    func add(
        _ indices: Range<Int>, with options: OperationOptions, to queue: LockSubject.Queue,
        marking mark: OperationMark, calls: CallMark
    ) -> [ObservationToken] {
        for index in indices {
            let operation = BlockOperation { mark.run(index) }
            operation.completionBlock = { calls.run(index % 4 == 3 ? index - 1 : index) }
            queue.addOperation(operation)
        }
        return []
    }
}

/// The lock-based queue, suspended until a graph is added without its dependencies, in the opposite order.
private struct HastySubject: BenchmarkSubject {
    let name = "hasty"
    let summary = "the lock-based queue, whose operations have lost their dependencies"
    let driver = LockSubject().driver

    func makeQueue(limit: Int) -> LockSubject.Queue { LockSubject().makeQueue(limit: limit) }

    func add(
        _ graph: DependencyGraph, to queue: LockSubject.Queue, marking mark: GraphMark, after start: Latch
    ) {
        queue.isSuspended = true
        for index in (0..<graph.count).reversed() { queue.addOperation { mark.run(index) } }
        queue.isSuspended = false
    }
}

/// The lock-based queue, whose first nine waits return at once, before anything has run.
private struct ImpatientSubject: BenchmarkSubject {
    let name = "impatient"
    let summary = "the lock-based queue, suspended, with waits that return at once"
    private let waits = Waits()

    private final class Waits: Sendable {
        let count = Atomic<Int>(0)
    }

    var driver: QueueDriver<LockSubject.Queue> {
        let waits = waits
        return .thread { queue in
            if waits.count.adding(1) < 10 { return }
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
        }
    }

    func makeQueue(limit: Int) -> LockSubject.Queue {
        let queue = LockSubject().makeQueue(limit: limit)
        queue.isSuspended = waits.count.load() == 0
        return queue
    }
}
