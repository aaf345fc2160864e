internal import ConcurrencyPrimitives

/// Code of a scenario that a queue runs: the body of an operation, or the block of a barrier.
protocol ScenarioBody: Sendable {
    /// The stamps of the body.
    var trace: OperationTrace { get }
    /// What the body waits for between its two stamps, if it waits.
    var latch: Latch { get }
    /// What became of it, in words, to be read after "observed".
    var state: String { get }
}

extension ScenarioBody {
    /// The name in messages and in the history.
    var label: String { trace.label }
    /// Whether the body has begun at least once.
    var hasStarted: Bool { trace.startCount > 0 }
    /// Whether the body has begun and not come to its end.
    var isInBody: Bool { trace.startCount > trace.finishCount }
    /// Whether the body ran from its beginning to its end, once.
    var ranOnce: Bool { trace.startCount == 1 && trace.finishCount == 1 }

    var state: String { "\(label): \(runs)" }

    /// Lets the body come to its end.
    func release() { latch.open() }

    /// How often the body ran, in words.
    var runs: String {
        switch (trace.startCount, trace.finishCount) {
        case (0, _): "it never started"
        case (1, 0): "it started and has not come to its end"
        case (1, 1): "it ran once"
        case (let starts, let finishes): "it started \(starts) times and ended \(finishes) times"
        }
    }
}

extension Sequence where Element: ScenarioBody {
    /// The labels, for people. Those of several words are quoted, so that they end where they end.
    func labels() -> String {
        map { body in
            guard body.label.contains(" ") else { return body.label }
            return "'\(body.label.hasSuffix(",") ? String(body.label.dropLast()) : body.label)'"
        }.inWords
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
