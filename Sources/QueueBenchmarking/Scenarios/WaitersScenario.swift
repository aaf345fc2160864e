private import ConcurrencyPrimitives
internal import Operations

/// Many who wait for the queue at once while it runs operations that do nothing; all have to be released when it
/// is done.
///
/// They wait as the queue's users do: each on a thread of its own, or each as a task.
public struct WaitersScenario: Scenario {
    public static let name = "waiters"
    public static let summary = "many who wait for the queue at once"

    public let limit: Int
    public let operations: Int
    public let waiters: Int

    public init(limit: Int, operations: Int, waiters: Int) {
        self.limit = limit
        self.operations = operations
        self.waiters = waiters
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [WaitersScenario] {
        [WaitersScenario(limit: processors, operations: profile.graphOperations, waiters: 32)]
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["limit", "operations", "waiters"]) else { return nil }
        self.init(limit: values[0], operations: values[1], waiters: values[2])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "operations": operations, "waiters": waiters])
    }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        if subject.driver.isScope { return "only the code in its scope may wait for it" }
        // What runs in the call that adds would wait there for those who come to wait later.
        return subject.runsInCall ? "it is never waited for" : nil
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let ledger = OperationLedger(count: operations, isExclusive: limit == 1)
        let (operations, waiters, mark) = (operations, waiters, ledger.mark)
        return await ledger.check(subject, limit: limit) {
            let queue = subject.makeQueue(limit: limit)
            // The queue can't be done before all have come to wait, and who returns looks whether it is.
            let start = Latch("all waiters are there")
            let arrivals = Atomic<Int>(0)
            @Sendable func arrive() { if arrivals.adding(1) + 1 == waiters { start.open() } }
            switch subject.driver {
            case .thread(let wait):
                let others = (1..<waiters).map { _ in
                    WaitingThread {
                        arrive()
                        wait(queue)
                        ledger.lookForMissing()
                    }
                }
                await SystemThread.value {
                    recorder.measure {
                        queue.addOperation { start.waitBlocking() }
                        subject.add(0..<operations, to: queue, marking: mark)
                        for other in others { other.go() }
                        arrive()
                        wait(queue)
                        ledger.lookForMissing()
                        for other in others { other.join() }
                    }
                }
            case .task, .scope:
                await ProducerTask.run {
                    await recorder.measure {
                        queue.addOperation { start.waitBlocking() }
                        subject.add(0..<operations, to: queue, marking: mark)
                        let others = (1..<waiters).map { _ in
                            startTask {
                                arrive()
                                await queue.waitUntilAllOperationsAreFinished()
                                ledger.lookForMissing()
                            }
                        }
                        arrive()
                        await queue.waitUntilAllOperationsAreFinished()
                        ledger.lookForMissing()
                        for other in others { await other.value }
                    }
                }
            }
            return queue
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }
}
