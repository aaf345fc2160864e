/// Simplifies a schedule that ends its process, by running schedules with fewer preemptions in processes of their own.
///
/// A process explores nothing after a crash: its memory may be damaged. So whoever has started it calls this, with a way to
/// replay a token in another process. As Zeller, Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002, without its
/// complements.
package struct CrashReduction {
    /// What became of a token in a process of its own.
    package enum Replay {
        case crashed(ScheduleFailure)
        case didNotCrash
        /// It was interrupted, or ended without a verdict, or in another way: the reason.
        case undecided(String)
    }

    /// So many processes at most, and so long.
    private static let mostProcesses = 60
    private static let limit = Duration.seconds(30)

    private let replay: (ReplayToken) async throws -> Replay

    package init(_ replay: @escaping (ReplayToken) async throws -> Replay) { self.replay = replay }

    /// The crash with as few preemptions as were found, and with its steps. If it doesn't come again, the one that is given, which
    /// says why it has no steps.
    package func simplest(_ found: ScheduleFailure) async throws -> ScheduleFailure {
        let begin = ContinuousClock.now
        var best: ScheduleFailure
        switch try await replay(found.token) {
        case .crashed(let failure) where failure.kind == .crash: best = failure
        case .crashed, .didNotCrash:
            return found.without(steps: "run again in a process of its own, it did not crash")
        case .undecided(let reason):
            let line = reason.split(separator: "\n").first ?? ""
            return found.without(
                steps: "its steps are missing, as its repetition in a process of its own showed none: \(line)"
            )
        }
        let first = best
        var left = Self.mostProcesses
        var chunk = max(1, best.token.preemptions.count / 2)
        while left > 0, !best.token.preemptions.isEmpty, ContinuousClock.now - begin < Self.limit {
            var hasShrunk = false
            var start = 0
            while start < best.token.preemptions.count, left > 0, ContinuousClock.now - begin < Self.limit {
                var fewer = best.token.preemptions
                fewer.removeSubrange(start..<min(start + chunk, fewer.count))
                left -= 1
                // It may not have been able to follow some that are left.
                if case .crashed(let crash) = try await replay(best.token.with(fewer)), crash.isLike(first),
                    crash.token.preemptions.count < best.token.preemptions.count
                {
                    best = crash
                    hasShrunk = true
                } else {
                    start += chunk
                }
            }
            if chunk == 1, !hasShrunk { break }
            chunk = max(1, chunk / 2)
        }
        return ScheduleFailure(
            kind: .crash, message: best.message(with: found.remark), schedule: found.schedule,
            preemptions: found.preemptions,
            fewestPreemptions: best.fewestPreemptions, blocked: [], suspended: [],
            token: best.token, interleaving: best.interleaving)
    }
}

extension ScheduleFailure {
    /// The same, which says what came instead of its steps.
    fileprivate func without(steps reason: String) -> Self {
        var failure = self
        failure.message += "; \(reason)"
        return failure
    }

    /// What its message begins with: the signal, and the place.
    private var cause: Substring { message.prefix { $0 != ";" && !$0.isNewline } }

    /// What follows that in its line.
    fileprivate var remark: Substring { message.dropFirst(cause.count).prefix { !$0.isNewline } }

    /// Its message with the remark of another one in place of its own.
    fileprivate func message(with other: Substring) -> String {
        "\(cause)\(other.isEmpty ? remark : other)\(message.dropFirst(cause.count + remark.count))"
    }

    /// Whether both crash by the same signal at the same place. A bad access may have another place, as what was released too early
    /// is used there.
    fileprivate func isLike(_ other: ScheduleFailure) -> Bool {
        let isBadAccess = ["SIGSEGV", "SIGBUS"].contains { cause.contains($0) && other.cause.contains($0) }
        return kind == .crash && other.kind == .crash && (isBadAccess || cause == other.cause)
    }
}

extension ReplayToken {
    /// Of a schedule that has run.
    fileprivate var preemptions: [PreemptionList.Preemption] {
        if case .preemptionList(let preemptions, _) = path { preemptions } else { [] }
    }
}
