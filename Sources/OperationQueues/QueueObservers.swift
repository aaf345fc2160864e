internal import ConcurrencyPrimitives
internal import Operations

/// The observers of a queue.
///
/// The queue notes each change under its lock, or in its actor, and notifies afterwards: so the notifications are in the
/// order of the changes.
final class QueueObservers: Sendable {
    private struct Expected {
        var handlers: [UInt64: @Sendable (QueueChange) -> Void] = [:]
        var numbers: [UInt64: Int] = [:]
        var last: UInt64 = 0
    }

    private let log = ChangeLog<QueueChange>()
    private let expected = Mutex(Expected())
    /// 1 while somebody observes. Changed under the lock of `expected`; a hint to who reads it without: adding an operation
    /// is worth a visit then.
    private let isObserved = Atomic<UInt64>(0)

    var isUsed: Bool { isObserved.load() == 1 }

    /// Takes an observer in, who is notified from ``begin(_:)`` on.
    func expect(_ handler: @escaping @Sendable (QueueChange) -> Void) -> UInt64 {
        expected.withLock { expected in
            isObserved.store(1)
            expected.last += 1
            expected.handlers[expected.last] = handler
            return expected.last
        }
    }

    /// From now on the observer is notified, if it still wants to be.
    func begin(_ number: UInt64) {
        expected.withLock { expected in
            guard let handler = expected.handlers.removeValue(forKey: number) else { return }
            expected.numbers[number] = log.add(handler)
        }
    }

    /// What the observer holds. It doesn't hold this: a handler may hold it, and is let go of with the queue.
    func observation(_ number: UInt64) -> ObservationToken {
        ObservationToken { [weak self] in self?.end(number) }
    }

    /// The observer is notified no longer.
    private func end(_ number: UInt64) {
        // A handler is let go of, and what it holds, outside the lock.
        let (_, entry) = expected.withLock { expected in
            let handler = expected.handlers.removeValue(forKey: number)
            let entry = expected.numbers.removeValue(forKey: number)
            if expected.handlers.isEmpty, expected.numbers.isEmpty { isObserved.store(0) }
            return (handler, entry)
        }
        if let entry { _ = log.remove(entry) }
    }

    func note(_ change: QueueChange) { if isUsed { log.note(change) } }

    func notify() { log.tell() }
}
