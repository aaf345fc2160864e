public import QueueConformance

/// The evidence of a verdict in parts, for any output.
public struct Evidence: Hashable, Sendable {
    public var expected: String?
    public var observed: String?
    public var waitingFor: [String]?
    public var signal: Int32?
    public var history: History?
    private var hang: String?

    public init(_ verdict: Verdict) {
        switch verdict {
        case .failed(let violation):
            expected = violation.expected
            observed = violation.observed
            history = violation.history
        case .hung(let waits, let events, _):
            waitingFor = waits
            hang = verdict.reason
            history = events
        case .crashed(let number, _):
            signal = number
        case .passed, .notApplicable, .inconclusive, .harnessError, .recorded:
            break
        }
    }

    /// The parts as lines with a title, in a fixed order, without the history.
    public var lines: [(title: String, text: String)] {
        var lines: [(String, String)] = []
        if let expected { lines.append(("expected", expected)) }
        if let observed { lines.append(("observed", observed)) }
        if let hang { lines.append(("observed", hang)) }
        if let signal { lines.append(("observed", "the process was ended by signal \(signal)")) }
        return lines
    }
}
