/// Simplifies a schedule that ends its process, by running schedules with fewer preemptions in processes of their own.
///
/// A process explores nothing after a crash: its memory may be damaged. So whoever has started it calls this, with a way to
/// replay a token in another process. As Zeller, Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002, without its
/// complements.
package struct CrashReduction {
    /// So many processes at most.
    private static let mostProcesses = 60

    /// Replays a token in a process of its own; nil if nothing crashes there.
    private let replay: (ReplayToken) async throws -> ScheduleFailure?

    package init(_ replay: @escaping (ReplayToken) async throws -> ScheduleFailure?) {
        self.replay = replay
    }

    /// The crash with as few preemptions as were found, and with its steps; the one that is given if it doesn't come again.
    package func simplest(_ found: ScheduleFailure) async throws -> ScheduleFailure {
        guard var best = try await crash(found.token, like: found) else {
            var found = found
            found.message += "; it did not crash when it was run again in a process of its own"
            return found
        }
        var left = Self.mostProcesses
        var chunk = max(1, best.token.preemptions.count / 2)
        while left > 0, !best.token.preemptions.isEmpty {
            var hasShrunk = false
            var start = 0
            while start < best.token.preemptions.count, left > 0 {
                var fewer = best.token.preemptions
                fewer.removeSubrange(start..<min(start + chunk, fewer.count))
                left -= 1
                // It may not have been able to follow some that are left.
                if let crash = try await crash(best.token.with(fewer), like: found),
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
            kind: .crash, message: best.message, schedule: found.schedule, preemptions: found.preemptions,
            fewestPreemptions: best.fewestPreemptions, blocked: [], token: best.token,
            interleaving: best.interleaving)
    }

    /// The crash of a schedule, if it is by the same signal. The place may be another, as what was released too early is used there.
    private func crash(_ token: ReplayToken, like found: ScheduleFailure) async throws -> ScheduleFailure? {
        guard let failure = try await replay(token), failure.kind == .crash,
            Self.signal(failure) == Self.signal(found)
        else { return nil }
        return failure
    }

    /// What the message begins with.
    private static func signal(_ failure: ScheduleFailure) -> Substring {
        failure.message.prefix { $0 != "," && !$0.isNewline }
    }
}

extension ReplayToken {
    /// Of a schedule that has run.
    fileprivate var preemptions: [PreemptionList.Preemption] {
        if case .preemptionList(let preemptions, _) = path { preemptions } else { [] }
    }
}
