/// A program that failed, and what it shows.
public struct FuzzFailure: Codable, Sendable {
    /// How a program can fail.
    public enum Kind: Codable, Hashable, Sendable {
        /// Its history shows what the model forbids.
        case violation(FuzzViolation)
        /// Its process was stopped by a signal or an error: what it said.
        case crash(String)
    }

    public let kind: Kind
    /// The program as it was generated.
    public let program: FuzzProgram
    /// A smaller one that fails in the same way; nil if none was found.
    public var shrunk: FuzzProgram?
    /// The history of the smaller program if there is one, else of the program. Nil for a crash.
    public var history: FuzzHistory?
    /// What the history of the smaller program shows.
    public var shrunkViolation: FuzzViolation?
    /// The schedule that fails, if it was explored.
    public var schedule: String?

    public init(_ kind: Kind, _ program: FuzzProgram, _ history: FuzzHistory?, schedule: String? = nil) {
        self.kind = kind
        self.program = program
        self.history = history
        self.schedule = schedule
    }

    /// The same failure of another program: it breaks the same sentence, or both stop the process.
    public func isLike(_ other: FuzzFailure) -> Bool {
        switch (kind, other.kind) {
        case (.violation(let violation), .violation(let others)): violation.sentence == others.sentence
        case (.crash, .crash): true
        default: false
        }
    }

    /// The program, the part of the history that shows the fault, and the sentence of the model.
    public var text: String {
        let shown = shrunk ?? program
        var lines: [String] = []
        if case .violation(let first) = kind {
            let violation = shrunkViolation ?? first
            let rules = violation.sentence.rules.joined(separator: ", ")
            lines.append("rules \(rules): \(violation.sentence.text)")
            lines.append("observed: \(violation.observed)")
        }
        if case .crash(let message) = kind { lines.append("the process was stopped: \(message)") }
        lines.append(shrunk == nil ? "the program:" : "the program, made smaller:")
        lines.append(shown.listing)
        if let history {
            let range = shrunkViolation ?? violation
            let from = max(0, (range?.from ?? 0) - 2)
            let to = max(from, min(history.events.count - 1, (range?.to ?? .max - 2) + 2))
            lines.append("events \(from) to \(to) of its history:")
            lines.append(history.text(of: shown, from...to))
        }
        if let schedule { lines.append("the schedule: \(schedule)") }
        return lines.joined(separator: "\n")
    }

    private var violation: FuzzViolation? {
        if case .violation(let violation) = kind { violation } else { nil }
    }
}
