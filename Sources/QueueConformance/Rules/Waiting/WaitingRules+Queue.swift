private import ConcurrencyPrimitives
import Operations

/// Waiting for a queue: 9.2 and 9.3.
extension WaitingRules {
    static let emptyQueueRule = Rule(
        "9.2", "Waiting for an empty queue returns at once.",
        sources: [.documentation], isolation: .ownProcess
    ) { try await emptyQueue($0, $1) }

    private static func emptyQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            func expectReturn(_ what: String) async throws {
                try await probe.mustReturn("waiting for a queue \(what)") {
                    await queue.waitUntilAllOperationsAreFinished()
                }
                guard let blocking = subject.blockingWaits else { return }
                try await probe.mustReturn("a wait that blocks, for a queue \(what),") {
                    blocking.blockUntilAllOperationsAreFinished(in: queue)
                }
            }
            try await expectReturn("that never held anything")
            let operation = scenario.operation("A")
            scenario.add(operation, to: queue)
            try await scenario.expectRun(of: [operation], "alone in an idle queue")
            try await expectReturn("whose only operation has finished")
        }
    }

    static let addedMeanwhileRule = Rule(
        "9.3", "Waiting for a queue includes operations added meanwhile.",
        sources: [.tests], isolation: .ownProcess
    ) { try await addedMeanwhile($0, $1) }

    private static func addedMeanwhile<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            var returned = [Latch("the wait")]
            let (a, c) = (scenario.held("A"), scenario.held("C"))
            let mayAdd = scenario.latch("B may add C")
            let recorderOfB = probe.recorder("B")
            let b = scenario.operation("B") { _ in
                mayAdd.waitBlocking()
                recorderOfB.call("addOperation(C)") { queue.addOperation(c.operation) }
            }
            scenario.add(a, to: queue)
            let recorder = probe.recorder("task")
            startTask { [returned = returned[0]] in
                await recorder.call("waitUntilAllOperationsAreFinished()") {
                    await queue.waitUntilAllOperationsAreFinished()
                }
                returned.open()
            }
            if let blocking = subject.blockingWaits {
                let (recorder, end) = (probe.recorder("thread"), Latch("the wait that blocks a thread"))
                SystemThread.start {
                    recorder.call("waitUntilAllOperationsAreFinished(), blocking") {
                        blocking.blockUntilAllOperationsAreFinished(in: queue)
                    }
                    end.open()
                }
                returned.append(end)
            }
            try await probe.settle()
            func expectWaiting(for reason: String) async throws {
                try await probe.settle()
                for end in returned {
                    try probe.expect(
                        !end.isOpen, "\(end.name), begun while A executed, to go on for \(reason)",
                        observed: "it had returned")
                }
            }
            // By somebody else, and by an operation at its very end.
            scenario.add(b, to: queue)
            a.release()
            try await expectWaiting(for: "B, which was added meanwhile")
            mayAdd.open()
            try await expectWaiting(for: "C, which B added")
            c.release()
            for end in returned {
                try probe.expect(
                    try await probe.holdsWhenQuiescent { end.isOpen },
                    "\(end.name) to return when A, B and C had finished", observed: "it had not returned")
            }
        }
    }
}
