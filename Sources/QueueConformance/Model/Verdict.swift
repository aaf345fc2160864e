public import Operations

/// What came out of checking one rule on one queue.
public enum Verdict: Hashable, Codable, Sendable {
    /// The rule held in all that the check did.
    case passed
    /// The rule was seen broken.
    case failed(Violation)
    /// The queue can't do what the rule is about; `reason` is the queue's own. Without a capability: this program can't
    /// see what the rule is about.
    case notApplicable(QueueCapability?, reason: String)
    /// Nothing was shown, neither way: the wall-clock watchdog ended a check that got no processor, say.
    case inconclusive(reason: String)
    /// The process died of a signal where the rule doesn't ask for one.
    case crashed(signal: Int32, output: String)
    /// The process became quiescent before the check was done, and stayed so for a period: no thread can go on unless a timer
    /// or an event from outside wakes it. Exact only for a queue that uses no timers and waits for no input or output for
    /// longer than that period, which a queue can lengthen (``ExternalEventSubject``). Without a period, the watchdog
    /// ended the process.
    case hung(waitingFor: [String], history: History, quiescentFor: Duration? = nil)
    /// The suite itself failed.
    case harnessError(String)
    /// What the queue does where the rule leaves it open: neither for it nor against it.
    case recorded(String)

    /// A short word for tables and CSV.
    public var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notApplicable: "not applicable"
        case .inconclusive: "inconclusive"
        case .crashed: "crashed"
        case .hung: "hung"
        case .harnessError: "harness error"
        case .recorded: "recorded"
        }
    }

    /// Whether the queue broke the rule.
    public var isBroken: Bool {
        switch self {
        case .failed, .crashed, .hung: true
        case .passed, .notApplicable, .inconclusive, .harnessError, .recorded: false
        }
    }

    /// How much a verdict says against a queue or the suite. Of several, the most severe stands.
    public var severity: Int {
        switch self {
        case .notApplicable: 0
        case .passed, .recorded: 1
        case .inconclusive: 2
        case .failed: 3
        case .hung: 4
        case .crashed: 5
        case .harnessError: 6
        }
    }

    /// One line that says why, or what was recorded; empty for a pass.
    public var reason: String {
        switch self {
        case .passed: ""
        case .failed(let violation): "expected \(violation.expected); observed \(violation.observed)"
        case .notApplicable(let capability?, let reason): "no \(capability.rawValue): \(reason)"
        case .notApplicable(nil, let reason): reason
        case .inconclusive(let reason): reason
        case .crashed(let signal, let output):
            "ended by signal \(signal)" + (output.isEmpty ? "" : ": \(Self.oneLine(output))")
        case .hung(let waitingFor, _, let period):
            "hung while waiting for "
                + (waitingFor.isEmpty ? "the check to end" : waitingFor.joined(separator: ", for "))
                + (period.map { "; all threads were asleep for \(Self.seconds($0)) s" } ?? "")
        case .harnessError(let message): Self.oneLine(message)
        case .recorded(let text): Self.oneLine(text)
        }
    }

    /// With one digit after the point, as in "2.4".
    private static func seconds(_ period: Duration) -> String {
        let tenths = Int((period / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " / ")
    }
}
