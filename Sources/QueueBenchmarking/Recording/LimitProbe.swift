private import CPlatform
private import ConcurrencyPrimitives
private import Operations

/// Finds out whether a queue keeps to its limit, with operations that stay long enough to be caught together.
///
/// Empty operations hardly ever run at the same time, whatever the queue does, and counting them in and out
/// would cost two workers more than some queues do. So each run is followed, after the clock has stopped, by
/// these on the same queue: each blocks its thread for a moment while it counts as running, so that the
/// processor is free for whatever else the queue lets run.
enum LimitProbe {
    private static let nanosecondsBlocked: UInt64 = 50_000

    private final class Occupancy: Sendable {
        let running = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let finished = Atomic<Int>(0)

        func visit() {
            let now = running.adding(1)
            var known = most.load()
            while now > known {
                let (exchanged, original) = most.compareExchange(expected: known, desired: now)
                if exchanged { break }
                known = original
            }
            oplab_pause(nanosecondsBlocked)
            running.adding(-1)
            finished.adding(1)
        }
    }

    /// What went wrong; nil if the queue kept to `limit`.
    static func violation<Subject: BenchmarkSubject>(
        of subject: Subject, _ queue: Subject.Queue, limit: Int
    ) async -> String? {
        guard subject.width.isChecked else { return nil }
        let occupancy = Occupancy()
        let count = 16 * (limit + 1)
        _ = await subject.drive(queue) {
            for _ in 0..<count { queue.addOperation { occupancy.visit() } }
        }
        let most = occupancy.most.load()
        if most > limit { return "\(most) operations ran at once at limit \(limit)" }
        let finished = occupancy.finished.load()
        if finished != count { return "\(finished) of \(count) operations had run when the queue was idle" }
        return nil
    }
}
