import AdvancedOperations
import ConcurrencyPrimitives

/// A clock that a test moves: to when a timer is due that was set for a certain time.
final class TestClock: OperationClock {
    private struct Timer: Sendable {
        let number: Int
        let delay: Duration
        let due: Duration
        let body: @Sendable () -> Void
    }

    private struct Content: Sendable {
        var time = Duration.zero
        var made = 0
        var timers: [Timer] = []
        var watchers: [(delay: Duration, latch: Latch)] = []
        var hooks: [(delay: Duration, body: @Sendable () -> Void)] = []
    }

    private let content = Mutex(Content())

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall {
        let (number, seen, hooks) = content.withLock { content in
            content.made += 1
            content.timers.append(
                Timer(number: content.made, delay: delay, due: content.time + delay, body: body))
            let seen = content.watchers.filter { $0.delay == delay }
            content.watchers.removeAll { $0.delay == delay }
            return (content.made, seen, content.hooks.filter { $0.delay == delay })
        }
        for watcher in seen { watcher.latch.open() }
        for hook in hooks { hook.body() }
        return ScheduledCall { [weak self] in
            // What the timer holds is let go of outside the lock.
            let timer = self?.content.withLock { content -> Timer? in
                guard let place = content.timers.firstIndex(where: { $0.number == number }) else {
                    return nil
                }
                return content.timers.remove(at: place)
            }
            _ = timer
        }
    }

    /// How many timers run.
    var pendingCount: Int { content.withLock { $0.timers.count } }

    /// Has `body` called as a timer is set for this long: it runs already, and nobody can stop it yet.
    func whenScheduled(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
        content.withLock { $0.hooks.append((delay, body)) }
    }

    /// Returns when a timer runs that was set for this long.
    func hasTimer(_ delay: Duration) async {
        let latch = Latch()
        let isThere = content.withLock { content in
            let isThere = content.timers.contains { $0.delay == delay }
            if !isThere { content.watchers.append((delay, latch)) }
            return isThere
        }
        if !isThere { await latch.wait() }
    }

    /// Lets time pass, and the timers go off that are due then.
    func advance(by duration: Duration) {
        let due = content.withLock { content in
            content.time += duration
            let time = content.time
            let due = content.timers.filter { $0.due <= time }
            content.timers.removeAll { $0.due <= time }
            return due
        }
        for timer in due { timer.body() }
    }

    /// Waits for a timer that was set for this long, and lets it go off.
    func pass(_ delay: Duration) async {
        await hasTimer(delay)
        advance(by: delay)
    }
}
