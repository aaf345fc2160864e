import Operations

/// A barrier of a check's own: the trace of its block, and the gate that the block waits at.
struct WatchedBarrier: Sendable {
    let trace: OperationTrace
    let gate: Latch

    var label: String { trace.label }
    var hasStarted: Bool { trace.startCount > 0 }
    var ranOnce: Bool { trace.startCount == 1 && trace.finishCount == 1 }
}

extension Setup {
    /// Adds a barrier whose block runs `body` and then waits at its gate.
    func addBarrier(
        _ label: String, to queue: Queue, _ body: @escaping @Sendable () -> Void = {}
    ) -> WatchedBarrier {
        let barrier = WatchedBarrier(trace: trace(label), gate: gate(label))
        lane.call("addBarrierBlock(\(label))") {
            queue.addBarrierBlock {
                barrier.trace.run {
                    body()
                    barrier.gate.waitBlocking()
                }
            }
        }
        return barrier
    }

    /// Waits for rest, and throws a violation if the barrier has started.
    func expectNoStart(of barrier: WatchedBarrier, _ circumstances: String) async throws {
        try await probe.settle()
        try probe.expect(
            !barrier.hasStarted, "\(barrier.label) not to start \(circumstances)", observed: "it started")
    }

    /// Waits for rest, and throws a violation unless the barrier has started.
    func expectStart(of barrier: WatchedBarrier, _ circumstances: String) async throws {
        try probe.expect(
            try await probe.holdsAtRest { barrier.hasStarted }, "\(barrier.label) to start \(circumstances)",
            observed: "it had not started when the process had come to rest")
    }
}
