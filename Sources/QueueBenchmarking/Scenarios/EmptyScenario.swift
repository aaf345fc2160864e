internal import Operations

/// Operations that do nothing, added one by one by one or several producers, which then wait for all of them: the
/// cost of the queue itself.
///
/// "Nothing" is one increment of the operation's own word, so that the run can be checked (see `OperationLedger`);
/// the row of the inline queue shows its cost. The closure needs no memory on the heap. If a queue stores it there,
/// that is part of the queue's cost.
public struct EmptyScenario: Scenario {
    public static let name = "empty"
    public static let summary = "operations that do nothing: what the queue itself costs"

    public let limit: Int
    public let operations: Int
    public let producers: Int

    public init(limit: Int, operations: Int, producers: Int = 1) {
        self.limit = limit
        self.operations = operations
        self.producers = producers
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [EmptyScenario] {
        Set([-1, 1, 2, processors]).sorted().flatMap { limit in
            [1, 4].map { EmptyScenario(limit: limit, operations: profile.operations, producers: $0) }
        }
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "operations", "producers"]) else { return nil }
        self.init(limit: values[0], operations: values[1], producers: values[2])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "operations": operations, "producers": producers])
    }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        producers > 1 && subject.driver.isScope ? "only the code in its scope may add to it" : nil
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        // With several producers the order of adding isn't that of the numbers.
        let ledger = OperationLedger(count: operations, isExclusive: limit == 1 && producers == 1)
        let (operations, producers, mark) = (operations, producers, ledger.mark)
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder, producers: producers) { queue, producer in
                let indices =
                    operations * producer / producers..<operations * (producer + 1) / producers
                subject.add(indices, to: queue, marking: mark)
            }
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }
}
