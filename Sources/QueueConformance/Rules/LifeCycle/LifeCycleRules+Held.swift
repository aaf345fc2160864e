internal import Operations

/// Starting by hand what a queue holds: 1.11.
extension LifeCycleRules {
    /// Why the queue has not started the operation that is started by hand.
    enum Held: String, CaseIterable {
        case suspended = "in a suspended queue"
        case cancelled = "cancelled in a suspended queue"
        case waiting = "waiting for a dependency"
    }

    static func startWhenHeld<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        guard let held = Held(rawValue: probe.caseName) else {
            fatalError("There is no case \(probe.caseName).")
        }
        let stage = Stage(subject, probe)
        let queue = await stage.queue(suspended: held != .waiting)
        let a = stage.operation("A")
        // What it waits for is in no queue, and so never finished.
        if held == .waiting { stage.make(a, dependOn: stage.operation("B, which is never started,")) }
        // Before it is added: what becomes of it when it is cancelled in the queue is a matter of rules 2.17 and 7.3.
        if held == .cancelled { stage.cancel(a) }
        stage.add(a, to: queue)
        try await stage.settle()
        try await probe.mustStop("A.start() by hand, A being \(held.rawValue),") { a.operation.start() }
    }
}
