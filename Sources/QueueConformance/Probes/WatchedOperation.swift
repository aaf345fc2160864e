import Operations

/// An operation of a check's own, the trace of its body, and the gate that its body waits at.
struct WatchedOperation<Operation: OperationProtocol>: Sendable {
    let operation: Operation
    let trace: OperationTrace
    /// What the body waits for between its two stamps; open from the start unless the operation is held.
    let gate: Latch

    var label: String { trace.label }
    var hasStarted: Bool { trace.startCount > 0 }
    var isInBody: Bool { trace.startCount > trace.finishCount }
    var ranOnce: Bool { trace.startCount == 1 && trace.finishCount == 1 }

    /// What the body has done so far, for people.
    var state: String {
        switch (trace.startCount, trace.finishCount) {
        case (0, _): "\(label) had not started"
        case (1, 0): "\(label) had started and not come to its end"
        case (1, 1): "\(label) had run once"
        case (let starts, let finishes): "\(label) had started \(starts) times and ended \(finishes) times"
        }
    }
}

extension Sequence {
    /// The labels of the operations, for people.
    func labels<Operation>() -> String where Element == WatchedOperation<Operation> {
        map(\.label).inWords
    }
}

extension [String] {
    /// "A", "A and B", "A, B and C"; "nothing" if empty; long lists are cut.
    var inWords: String {
        switch count {
        case 0: "nothing"
        case 1: self[0]
        case 2...12: dropLast().joined(separator: ", ") + " and " + self[count - 1]
        default: prefix(8).joined(separator: ", ") + " and \(count - 8) more"
        }
    }
}
