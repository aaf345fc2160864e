internal import ConcurrencyPrimitives
import Operations

/// A barrier of a scenario: the stamps of its block, and the latch that the block waits at.
struct ScenarioBarrier: ScenarioBody {
    let trace: OperationTrace
    let latch: Latch
}

extension RuleScenario {
    /// Adds a barrier whose block runs `body` and then waits until it is released.
    func addBarrier(
        _ label: String, to queue: Queue, _ body: @escaping @Sendable () -> Void = {}
    ) throws -> ScenarioBarrier {
        let barriers = try queue.barriers
        let barrier = ScenarioBarrier(trace: probe.trace(label), latch: latch(label))
        recorder.call("\(name(of: queue)).addBarrierBlock(\(label))") {
            barriers.addBarrierBlock {
                barrier.trace.run {
                    body()
                    barrier.latch.waitBlocking()
                }
            }
        }
        return barrier
    }
}
