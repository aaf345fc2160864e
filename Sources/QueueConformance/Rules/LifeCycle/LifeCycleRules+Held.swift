internal import Operations

/// Starting by hand what a queue holds: 1.11.
extension LifeCycleRules {
    /// Why the queue has not started the operation that is started by hand.
    enum Held: String, CaseIterable {
        case suspended = "in a suspended queue"
        case cancelled = "cancelled in a suspended queue"
        case waiting = "waiting for a dependency"
    }

    static let startWhenHeldRule = Rule(
        "1.11", "`start()` by hand on an operation that a queue holds stops with an error.",
        level: .optional, sources: [.own],
        needs: [.lifeCycle, .cancellation, .dependencies, .suspension, .misuseDetection],
        isolation: .trap, cases: Held.allCases.map(\.rawValue)
    ) { try await startWhenHeld($0, $1) }

    private static func startWhenHeld<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let held: Held = probe.caseValue()
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue(suspended: held != .waiting)
            let a = scenario.operation("A")
            // What it waits for is in no queue, and so never finished.
            if held == .waiting { scenario.depend(a, on: scenario.operation("B, which is never started,")) }
            // Before it is added: what becomes of it when it is cancelled in the queue is a matter of rules 2.17 and 7.3.
            if held == .cancelled { scenario.cancel(a) }
            scenario.addUnlessFinished([a], to: queue)
            try await scenario.probe.settle()
            try await probe.mustStop("A.start() by hand, A being \(held.rawValue),") { a.operation.start() }
        }
    }
}
