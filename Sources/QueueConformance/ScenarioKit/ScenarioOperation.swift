internal import ConcurrencyPrimitives
import Operations

/// An operation of a scenario, the stamps of its body, and the latch that its body waits at.
///
/// For an operation that overrides `start`, the stamps stand at the call of `start` and at the announcement of its end.
struct ScenarioOperation<Operation: OperationProtocol>: ScenarioBody {
    let operation: Operation
    let trace: OperationTrace
    let latch: Latch
    /// Opened when the body, or the overridden `start`, has begun; nil where a rule made the operation without.
    var begun: Latch? = nil
    /// Opened when the announcement of the end that follows the release has returned; nil if the operation makes none.
    var announced: Latch? = nil
    /// Whether the operation's state properties tell its state (``QueueCapability/lifeCycle``).
    let tellsState: Bool
    /// Whether a body stamps the trace; not that of a group, or of an operation that is attempted.
    var hasBody = true

    /// Whether the body ran once, from its beginning to its end, and the operation has finished.
    var isComplete: Bool { ranOnce && operation.isFinished }

    /// The states and the runs, in words, to be read after "observed".
    var state: String {
        guard tellsState else { return "\(label): \(runs)" }
        let words = [
            (operation.isReady, "ready"), (operation.isExecuting, "executing"),
            (operation.isFinished, "finished"), (operation.isCancelled, "cancelled"),
        ]
        let states = words.map { $0 ? $1 : "not \($1)" }.joined(separator: ", ")
        return "\(label) is \(states)" + (hasBody ? "; \(runs)" : "")
    }
}
