import OperationQueues
import Operations
import QueueBenchmarking
import QueueConformance
import QueueSubjects
import TestSupport
import Testing

/// Workloads with dependencies, priorities and cancellation, on queues that have those.
@Suite struct WorkloadCheckTests {
    private static let workloads = [
        #""dependencies": {"pattern": "chain", "length": 10}, "outstanding": 20, "producers": 2"#,
        #""dependencies": {"pattern": "fan", "width": 20}, "outstanding": 7"#,
        #""dependencies": {"pattern": "random", "degree": 3, "window": 40}, "limit": 1"#,
        #""dependencies": {"edges": [[3, 0], [0, 7], [7, 299], [299, 8]]}"#,
        #""dependencies": {"pattern": "layers", "width": 4, "depth": 5}, "priorities": {"high": 0.2, "low": 0.3}"#,
        #""priorities": {"veryHigh": 0.1}, "arrival": {"kind": "rate", "perSecond": 100000}"#,
        #""cancelled": {"share": 0.3, "when": "beforeAdding"}, "outstanding": 10"#,
    ]

    private func outcome(
        _ members: String, _ subject: some BenchmarkSubject
    ) async throws -> RunOutcome {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            #"{"name": "mine", "operations": 300, "work": 0.2, \#(members)}"#, to: "mine.json")
        let scenario = WorkloadScenario(try WorkloadFile.read(path, processors: 2))
        let server = RunServer(subjects: [subject], workloads: [scenario], deadlineSeconds: 86_400)
        let request = RunRequest(
            subject: subject.id, benchmarkCase: BenchmarkCase(scenario), purpose: .time, seed: 1)
        let reply = try await server.run(request)
        #expect(reply.skipReason == nil)
        return reply.outcome
    }

    @Test(arguments: workloads, ["lock", "actor", "foundation"])
    func correctQueuesPassTheChecks(members: String, queue: String) async throws {
        let subject = try #require(SubjectRegistry.project.benchmarkAll.first { $0.name == queue })
        let outcome = try await outcome(members, subject)
        guard case .passed = outcome else {
            Issue.record("\(members) on \(queue): \(outcome)")
            return
        }
    }

    /// Foundation's queue can crash there, on this platform: it looks at an operation while another thread ends it.
    @Test(arguments: ["lock", "actor"]) func queuesTakeOperationsThatAreCancelledWhileTheyWait(queue: String)
        async throws
    {
        let subject = try #require(SubjectRegistry.project.benchmarkAll.first { $0.name == queue })
        let outcome = try await outcome(
            #""cancelled": 0.3, "dependencies": {"pattern": "chain", "length": 5}, "outstanding": 30"#,
            subject)
        guard case .passed = outcome else {
            Issue.record("\(queue): \(outcome)")
            return
        }
    }

    @Test(arguments: [
        #""dependencies": {"pattern": "chain", "length": 10}"#,
        #""dependencies": {"edges": [[0, 1], [2, 3]]}"#,
        #""dependencies": {"pattern": "fan", "width": 5}, "arrival": {"kind": "bursts", "size": 300, "interval": 1}"#,
    ])
    func queueThatIgnoresDependenciesIsSeen(members: String) async throws {
        guard case .failed(let reason) = try await outcome(members, BlindSubject()) else {
            Issue.record("passed")
            return
        }
        #expect(reason.contains("times an operation ran before one that it depends on"), "\(reason)")
    }

    @Test func queueThatRunsCancelledOperationsIsSeen() async throws {
        let subject = try #require(
            SubjectRegistry.project.benchmarkAll.first { $0.name == "faulty:queueRunsCancelled" })
        let outcome = try await outcome(#""cancelled": {"share": 0.3, "when": "beforeAdding"}"#, subject)
        guard case .failed(let reason) = outcome else {
            Issue.record("passed")
            return
        }
        #expect(reason.contains("operations ran that had been cancelled before they were added"), "\(reason)")
    }

    @Test func examplesAreRead() throws {
        for name in try Repository.names(in: "Benchmarks/Workloads") where name.hasSuffix(".json") {
            let workload = try WorkloadFile.read(
                Repository.path("Benchmarks/Workloads/\(name)"), processors: 2)
            #expect("\(workload.name).json" == name)
        }
    }
}

/// Runs operations in the reverse order of adding, once somebody waits.
private struct BlindSubject: BenchmarkSubject {
    let name = "blind"
    let summary = "a queue that ignores dependencies"
    var driver: QueueDriver<BlindQueue> { .thread { $0.waitUntilAllOperationsAreFinished() } }
    var width: QueueWidth { .unlimited }
    func makeQueue(limit: Int) -> BlindQueue { BlindQueue() }
}

private final class BlindQueue: DependencyQueue {
    typealias Operation = Operations.Operation

    private let base = LockedOperationQueue()

    init() {
        base.maxConcurrentOperationCount = 1
        base.isSuspended = true
    }

    /// The first has the lowest priority.
    func addOperation(_ operation: Operation) {
        for dependency in operation.dependencies { operation.removeDependency(dependency) }
        operation.queuePriority = base.operationCount == 0 ? .veryLow : .normal
        base.addOperation(operation)
    }

    func waitUntilAllOperationsAreFinished() {
        base.isSuspended = false
        base.waitUntilAllOperationsAreFinished()
    }

    func waitUntilAllOperationsAreFinished() async {
        base.isSuspended = false
        await base.waitUntilAllOperationsAreFinished()
    }
}
