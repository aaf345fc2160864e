private import ChildProcesses
private import LinuxPlatform
private import Operations

/// Reads a verdict out of what became of a process.
enum ChildVerdict {
    /// How a process ends that stops itself: `fatalError` is an illegal instruction or a trap, depending on
    /// the processor; Foundation's and C's way is to abort.
    static let traps = [SIGILL, SIGTRAP, SIGABRT]

    static func verdict(of outcome: ChildOutcome, for rule: Rule) -> Verdict {
        let verdict = judgement(of: outcome, for: rule)
        guard rule.level == .unspecified, verdict.isBroken else { return verdict }
        // A queue that crashes or hangs has shown what it does; one whose process was killed at work has not.
        if case .overdue = outcome.end { return .inconclusive(reason: verdict.reason) }
        return .recorded(verdict.reason)
    }

    private static func judgement(of outcome: ChildOutcome, for rule: Rule) -> Verdict {
        var said: Verdict?
        var stopMessages: [String]?
        for message in outcome.messages {
            switch message {
            case .misuseIsNext(let declared): stopMessages = declared ?? []
            case .verdict(let verdict): said = verdict
            }
        }
        let output = lastLines(of: outcome.standardError)

        switch outcome.end {
        case .overdue(let limit):
            if let said, said != .passed { return said }
            let stage =
                said == nil ? "the check, which was still at work" : "the process to end after a pass,"
            return .hung(
                waitingFor: ["\(stage) when the watchdog ended its process after \(limit)"],
                history: History([]))
        case .starved(let limit):
            if let said, said != .passed { return said }
            return .inconclusive(
                reason:
                    "the watchdog ended the process after \(limit), most of which it waited for a processor")
        case .signalled(SIGINT):
            return .inconclusive(reason: "the process was interrupted")
        case .signalled(let signal):
            if rule.isolation == .trap, let stopMessages, said == nil, traps.contains(signal) {
                let isStop = ([Misuse.messagePrefix] + stopMessages).contains {
                    outcome.standardError.contains($0)
                }
                return isStop ? .passed : .failed(unknownStop(rule, signal))
            }
            if let said, said != .passed { return said }
            return .crashed(signal: signal, output: output)
        case .exited(let status):
            guard let said else {
                return .harnessError(
                    "the process ended with status \(status) and without a verdict" + suffix(output))
            }
            if said == .passed, rule.isolation == .trap {
                return .harnessError(
                    "the check came to its end without the call that has to stop the process")
            }
            // A sanitizer's report makes the status of a process that has passed.
            if said == .passed, status != 0 {
                return .harnessError(
                    "the check passed, and its process then ended with status \(status)" + suffix(output))
            }
            return said
        }
    }

    /// The end of what a process wrote to its standard error, without the list of addresses that the runtime
    /// of a debug build puts behind the message of a trap.
    static func lastLines(of text: String, _ count: Int = 20) -> String {
        text.split(separator: "\n").prefix { $0 != "Current stack trace:" }.suffix(count)
            .joined(separator: "\n")
    }

    /// Where a process crashed at the call that was to stop it: that may be of the adapter's making.
    private static func unknownStop(_ rule: Rule, _ signal: Int32) -> Violation {
        Violation(
            rule: rule.id, sentence: rule.sentence, expected: "a stop with an error that says what was wrong",
            observed:
                "a crash by signal \(signal), with no message that names a rule and none that the subject declares",
            history: History([]))
    }

    private static func suffix(_ output: String) -> String { output.isEmpty ? "" : ": \(output)" }
}
