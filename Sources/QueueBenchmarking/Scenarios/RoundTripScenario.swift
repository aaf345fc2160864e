private import ConcurrencyPrimitives
internal import Operations

/// One caller that adds an operation, waits until the queue is empty, and adds the next: how long it takes to the queue
/// and back.
///
/// With `fresh=1` each operation has a queue of its own, which is made for it and let go of.
public struct RoundTripScenario: Scenario {
    public static let name = "round-trip"
    public static let summary = "one operation at a time: added, waited for, and then the next"

    public let limit: Int
    public let operations: Int
    /// Whether each operation has a queue of its own.
    public let isFresh: Bool

    public init(limit: Int, operations: Int, isFresh: Bool) {
        self.limit = limit
        self.operations = operations
        self.isFresh = isFresh
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [RoundTripScenario] {
        if profile.isQuick { return [] }
        return Set([-1, 1, processors]).sorted().flatMap { limit in
            [false, true].map {
                RoundTripScenario(limit: limit, operations: profile.operations / 10, isFresh: $0)
            }
        }
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["fresh", "limit", "operations"]),
            (0...1).contains(values[0])
        else { return nil }
        self.init(limit: values[1], operations: values[2], isFresh: values[0] == 1)
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["fresh": isFresh ? 1 : 0, "limit": limit, "operations": operations])
    }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        if subject.driver.isScope { return "it can be waited for once only" }
        return subject.runsInCall ? "it has nothing to wait for" : nil
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let ledger = OperationLedger(count: operations, isExclusive: true)
        let (operations, limit, isFresh, mark) = (operations, limit, isFresh, ledger.mark)
        return await ledger.check(subject, limit: limit) {
            let queue = subject.makeQueue(limit: limit)
            switch subject.driver {
            case .thread(let wait):
                await SystemThread.value {
                    recorder.measure {
                        for index in 0..<operations {
                            let queue = isFresh ? subject.makeQueue(limit: limit) : queue
                            subject.add(index..<index + 1, to: queue, marking: mark)
                            wait(queue)
                            if mark.runs(of: index) == 0 { ledger.noteEarlyReturn() }
                        }
                    }
                }
            case .task, .scope:
                await ProducerTask.run {
                    await recorder.measure {
                        for index in 0..<operations {
                            let queue = isFresh ? subject.makeQueue(limit: limit) : queue
                            subject.add(index..<index + 1, to: queue, marking: mark)
                            await queue.waitUntilAllOperationsAreFinished()
                            if mark.runs(of: index) == 0 { ledger.noteEarlyReturn() }
                        }
                    }
                }
            }
            return queue
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }
}
