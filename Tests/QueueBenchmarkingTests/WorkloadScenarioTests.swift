import ConcurrencyPrimitives
import Operations
import Testing

@testable import QueueBenchmarking

/// Runs of workloads, on queues that have a limit and nothing else.
@Suite struct WorkloadScenarioTests {
    private func scenario(_ members: String, operations: Int = 200) throws -> WorkloadScenario {
        var scenario = WorkloadScenario(
            try WorkloadFileTests.parse(
                #"{"name": "mine", "operations": \#(operations), "work": 0.1, "# + members + "}"))
        // Then a lost operation is looked for at once.
        scenario.patience = .zero
        return scenario
    }

    private static let workloads = [
        #""limit": 1"#, #""limit": 2"#, #""limit": 2, "producers": 3, "outstanding": 10"#,
        #""limit": 1, "outstanding": 1"#, #""limit": 2, "outstanding": 7"#,
        #""limit": 2, "arrival": {"kind": "rate", "perSecond": 1000000}, "outstanding": 20"#,
        #""limit": 2, "arrival": {"kind": "bursts", "size": 20, "interval": 10}, "producers": 2"#,
        #""limit": 2, "blocking": {"share": 0.1, "time": 1}"#,
    ]

    private func run(
        _ scenario: WorkloadScenario, _ subject: some BenchmarkSubject, _ purpose: RunPurpose = .time
    ) async throws -> RunOutcome {
        try await scenario.run(subject, RunRecorder(seed: 1, purpose: purpose))
    }

    @Test(arguments: workloads, [false, true])
    func correctQueueIsTimed(members: String, isAsync: Bool) async throws {
        let scenario = try scenario(members, operations: 2_000)
        let outcome = try await run(scenario, PlantedSubject(name: "good", isAsync: isAsync))
        guard case .passed(let readings, let latency, _) = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
        #expect(Set(readings.map(\.metric)).count == readings.count)
        #expect(outcome.value(.latencyCount) == 2_000 && latency?.count == 2_000)
        #expect(outcome.value(.latencyP99) != nil)
        #expect((outcome.value(.offeredRate) != nil) == scenario.workload.arrival.isOpen)
        #expect(outcome.value(.processCPUTime).map { $0 > 0 } == true)
    }

    @Test func memoryIsNotTimed() async throws {
        let outcome = try await run(try scenario(#""limit": 2"#), PlantedSubject(name: "good"), .memory)
        guard case .passed(let readings, nil, _) = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
        #expect(readings.map(\.metric) == [.allocations, .allocatedBytes, .peakResidentBytes])
    }

    @Test(
        arguments: workloads,
        [PlantedQueue.Defect.drops, .repeats, .repeatsLate, .ignoresLimit])
    func wrongQueueIsNotTimed(members: String, defect: PlantedQueue.Defect) async throws {
        let outcome = try await run(try scenario(members), PlantedSubject(name: "bad", defect: defect))
        guard case .failed(let reason) = outcome else {
            Issue.record("passed: \(outcome)")
            return
        }
        switch defect {
        case .drops: #expect(reason.contains("1 of ") && reason.contains("had not run"), "\(reason)")
        case .repeats, .repeatsLate: #expect(reason.contains("more than once"), "\(reason)")
        case .ignoresLimit: #expect(reason.contains("at limit"), "\(reason)")
        case .none, .hangs, .isLastInFirstOut, .doesNotWait: Issue.record("not tried here")
        }
    }

    /// It would wait for ever for the place of an operation that never runs.
    @Test(arguments: [false, true])
    func producerThatWaitsForALostOperationSaysSo(isAsync: Bool) async throws {
        let subject = PlantedSubject(name: "bad", defect: .drops, isAsync: isAsync)
        let outcome = try await run(try scenario(#""limit": 2, "outstanding": 4"#), subject)
        guard case .failed(let reason) = outcome else {
            Issue.record("passed")
            return
        }
        #expect(reason.contains("the queue was idle though operation 2 had not run"), "\(reason)")
    }

    @Test func waitThatReturnsAtOnceIsSeen() async throws {
        let subject = PlantedSubject(name: "bad", defect: .doesNotWait)
        guard case .failed(let reason) = try await run(try scenario(#""limit": 2"#), subject) else {
            Issue.record("passed")
            return
        }
        #expect(reason.contains("200 of 200 operations had not run"))
    }

    @Test func atLimitOneTheOrderCounts() async throws {
        let subject = PlantedSubject(name: "stack", defect: .isLastInFirstOut)
        guard case .failed(let reason) = try await run(try scenario(#""limit": 1"#), subject) else {
            Issue.record("passed")
            return
        }
        #expect(reason.contains("added later"))
        guard case .passed = try await run(try scenario(#""limit": 2"#), subject) else {
            Issue.record("at limit 2 the order is free")
            return
        }
    }

    // MARK: The bound

    @Test(arguments: [(1, 1, 1), (7, 1, 7), (100, 1, 100), (100, 4, 100), (10, 3, 9)], [false, true])
    func noMoreOperationsAreUnfinishedThanTheBound(bound: (Int, Int, Int), isAsync: Bool) async throws {
        let (outstanding, producers, most) = bound
        let subject = CountingSubject(isAsync: isAsync)
        let scenario = try scenario(
            #""limit": 2, "outstanding": \#(outstanding), "producers": \#(producers)"#, operations: 3_000)
        guard case .passed = try await run(scenario, subject) else {
            Issue.record("failed")
            return
        }
        let found = subject.counts.most.withLock { $0 }
        #expect(found <= most, "\(found) at once")
        let lanes = (0..<producers).map {
            WorkloadLane(scenario.workload, producer: $0, kernel: .calibrated())
        }
        #expect(lanes.allSatisfy { $0.places <= outstanding / producers + 1 })
    }

    // MARK: Skipped queues

    @Test func queueThatLacksWhatTheWorkloadNeedsIsLeftOutWithTheReason() throws {
        let subject = PlantedSubject(name: "small")
        func reason(_ members: String, _ subject: PlantedSubject = subject) throws -> String? {
            try scenario(members).firstSkipReason(to: subject, processors: 2)
        }
        #expect(try reason(#""limit": 2"#) == nil)
        #expect(
            try reason(#""dependencies": {"pattern": "chain", "length": 2}"#)
                == "it has no dependencies: it is small")
        #expect(
            try reason(#""priorities": {"high": 0.5}, "cancelled": 0.5"#)?.contains(
                "cancellation, priorities") == true)
        let fixed = PlantedSubject(name: "serial", width: .fixed(1))
        #expect(try reason(#""limit": 2"#, fixed) == "it always runs 1 at a time")
        #expect(
            try reason(#""limit": 3"#, PlantedSubject(name: "wide", width: .unlimited))
                == "it can't be limited")
        #expect(try reason(#""limit": "none""#, PlantedSubject(name: "wide", width: .unlimited)) == nil)
    }

    @Test func serverKnowsOnlyItsWorkloads() async throws {
        let scenario = try scenario(#""limit": 2"#)
        let subject = PlantedSubject(name: "good")
        let request = RunRequest(
            subject: subject.id, benchmarkCase: BenchmarkCase(scenario), purpose: .time, seed: 1)
        let other = RunServer(subjects: [subject], deadlineSeconds: 86_400)
        #expect(try await other.run(request).isUnknownCase == true)
        let server = RunServer(subjects: [subject], workloads: [scenario], deadlineSeconds: 86_400)
        guard case .passed = try await server.run(request).outcome else {
            Issue.record("failed")
            return
        }
    }
}

/// Counts how many blocks are unfinished at once.
private struct CountingSubject: BenchmarkSubject {
    final class Counts: Sendable {
        let now = Atomic<Int>(0)
        let most = Mutex(0)
    }

    let name = "counting"
    let summary = "a queue of the tests that counts"
    let counts = Counts()
    var isAsync: Bool

    var driver: QueueDriver<CountingQueue> {
        isAsync ? .task : .thread { $0.base.waitUntilAllOperationsAreFinished() }
    }

    var capabilities: QueueCapabilities {
        QueueCapabilities(only: [.concurrencyLimit], because: "it is small")
    }
    /// So that the probe of the limit doesn't add further ones.
    var width: QueueWidth { .unlimited }

    func makeQueue(limit: Int) -> CountingQueue { CountingQueue(limit: limit, counts) }
}

private final class CountingQueue: BasicOperationQueue {
    typealias Operation = Operations.Operation

    let base: PlantedQueue
    private let counts: CountingSubject.Counts

    init(limit: Int, _ counts: CountingSubject.Counts) {
        base = PlantedQueue(.none, limit: limit)
        self.counts = counts
    }

    func addOperation(_ operation: Operation) { addOperation { operation.start() } }

    func addOperation(_ block: @escaping @Sendable () -> Void) {
        let now = counts.now.adding(1)
        counts.most.withLock { $0 = max($0, now) }
        base.addOperation { [counts] in
            // Before the producer can know that it has ended.
            counts.now.adding(-1)
            block()
        }
    }

    func waitUntilAllOperationsAreFinished() async { await base.waitUntilAllOperationsAreFinished() }
}
