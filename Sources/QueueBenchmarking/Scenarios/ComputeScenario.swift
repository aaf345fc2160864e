internal import Operations

/// Operations that compute for a known time and touch no memory: how small work may be for a queue to pay off.
public struct ComputeScenario: Scenario {
    public static let name = "compute"
    public static let summary = "operations that compute for a known time: how much the queue adds to it"

    public let limit: Int
    public let microseconds: Int
    public let operations: Int

    public init(limit: Int, microseconds: Int, operations: Int) {
        self.limit = limit
        self.microseconds = microseconds
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [ComputeScenario] {
        profile.computeMicroseconds.map { microseconds in
            ComputeScenario(
                limit: processors, microseconds: microseconds,
                operations: max(1, profile.runMilliseconds * 1_000 / microseconds))
        }
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "microseconds", "operations"]) else { return nil }
        self.init(limit: values[0], microseconds: values[1], operations: values[2])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "microseconds": microseconds, "operations": operations])
    }

    public var hasMemory: Bool { false }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let kernel = await SpinKernel.known(to: recorder.calibrations)
        let steps = kernel.steps(microseconds: microseconds)
        let ledger = OperationLedger(count: operations, isExclusive: limit == 1)
        let (operations, mark) = (operations, ledger.mark)
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                for index in 0..<operations {
                    queue.addOperation {
                        SpinKernel.spin(steps)
                        mark.run(index)
                    }
                }
            }
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }
}
