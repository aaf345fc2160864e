private import ConcurrencyPrimitives
internal import Operations

/// Many callers that wait for the queue at once while it runs operations that do nothing; all must be released when
/// it is done.
///
/// They wait as the queue's users do: each on its own thread, or each as a task.
public struct WaitersScenario: Scenario {
    public static let name = "waiters"
    public static let summary = "many callers that wait for the queue at once"

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
        // A queue that runs operations in the call that adds them would block there, before the waiters arrive.
        return subject.runsInCall ? "it has nothing to wait for" : nil
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let ledger = OperationLedger(count: operations, isExclusive: limit == 1)
        let (operations, waiters, mark) = (operations, waiters, ledger.mark)
        return await ledger.check(subject, limit: limit) {
            let queue = subject.makeQueue(limit: limit)
            // The queue can't finish before all waiters have arrived. Each waiter checks that it has finished.
            let start = Latch("all waiters have arrived")
            let arrivals = Atomic<Int>(0)
            @Sendable func arrive() { if arrivals.adding(1) == waiters { start.open() } }
            switch subject.driver {
            case .thread(let wait):
                let others = (1..<waiters).map { _ in
                    WaitingThread {
                        arrive()
                        wait(queue)
                        ledger.checkAllRan()
                    }
                }
                await SystemThread.value {
                    recorder.measure {
                        queue.addOperation { start.waitBlocking() }
                        subject.add(0..<operations, to: queue, marking: mark)
                        for other in others { other.go() }
                        arrive()
                        wait(queue)
                        ledger.checkAllRan()
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
                                ledger.checkAllRan()
                            }
                        }
                        arrive()
                        await queue.waitUntilAllOperationsAreFinished()
                        ledger.checkAllRan()
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
