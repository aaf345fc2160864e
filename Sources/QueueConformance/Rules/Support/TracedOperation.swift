internal import Operations

/// An operation of a scenario, with its name there and the stamps of its body.
///
/// For an operation with a replaced `start`, the stamps stand at the call of `start` and at the announcement
/// of its end.
struct TracedOperation<Operation: OperationProtocol>: Sendable {
    let label: String
    let operation: Operation
    let trace: OperationTrace
    let gate: OperationGate

    /// Whether the body began.
    var hasBegun: Bool { trace.startCount > 0 }

    /// Whether the body ran from its beginning to its end, once, and the operation has finished.
    var ranWhole: Bool { trace.startCount == 1 && trace.finishCount == 1 && operation.isFinished }

    /// The states and the runs, in words, to be read after "observed".
    var states: String {
        let words = [
            (operation.isReady, "ready"), (operation.isExecuting, "executing"),
            (operation.isFinished, "finished"), (operation.isCancelled, "cancelled"),
        ]
        let states = words.map { $0 ? $1 : "not \($1)" }.joined(separator: ", ")
        return "\(label) is \(states); \(runs)"
    }

    /// How often the body ran, in words.
    var runs: String {
        switch (trace.startCount, trace.finishCount) {
        case (0, _): "it never began"
        case (1, 0): "it began and has not come to its end"
        case (1, 1): "it ran once"
        case (let starts, let finishes): "it began \(starts) times and ended \(finishes) times"
        }
    }
}
