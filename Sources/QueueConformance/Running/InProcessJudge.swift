private import ConcurrencyPrimitives

/// Tries a rule in this very process.
enum InProcessJudge {
    /// Ends when the check does or when `limit` is over. A check that is overdue goes on; nothing can end it.
    static func judge(
        _ rule: Rule, caseName: String, on subject: any JudgedSubject, limit: Duration
    ) async -> Verdict {
        guard rule.isolation == .anywhere else {
            return .inconclusive(reason: "needs a process of its own, and no way to start one was given")
        }
        let probe = Probe(rule: rule, caseName: caseName, subject: subject)
        let first = Promise<Verdict>()
        // On a thread of its own: what a subject runs may block every thread of the cooperative pool.
        WorkerTask.start { first.fulfill(await ChildJudge.verdict(of: rule, on: subject, probe)) }
        let watchdog = DeadlineTimer(after: limit) {
            let waits = probe.waitingFor.map { ", waiting for \($0)" }.joined()
            first.fulfill(.inconclusive(reason: "the watchdog ended the check after \(limit)\(waits)"))
        }
        defer { watchdog.cancel() }
        return await first.value()
    }
}
