internal import ConcurrencyPrimitives
internal import Operations

/// Who is told of a queue's changes.
///
/// The queue notes what changes under its lock, or in its actor, so what is told is in the order of the changes; and it
/// tells afterwards.
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

    /// Takes an observer in, who is told from ``begin(_:)`` on.
    func expect(_ handler: @escaping @Sendable (QueueChange) -> Void) -> UInt64 {
        expected.withLock { expected in
            isObserved.store(1)
            expected.last += 1
            expected.handlers[expected.last] = handler
            return expected.last
        }
    }

    /// From now on the observer is told, if it still wants to be.
    func begin(_ number: UInt64) {
        expected.withLock { expected in
            guard let handler = expected.handlers.removeValue(forKey: number) else { return }
            expected.numbers[number] = log.add(handler)
        }
    }

    /// What the observer holds. It doesn't hold this: a handler may hold it, and is let go of with the queue.
    func observation(_ number: UInt64) -> Observation {
        Observation { [weak self] in self?.end(number) }
    }

    /// The observer is told nothing any more.
    private func end(_ number: UInt64) {
        // A handler is let go of, and what it holds, outside the lock.
        let (_, place) = expected.withLock { expected in
            let handler = expected.handlers.removeValue(forKey: number)
            let place = expected.numbers.removeValue(forKey: number)
            if expected.handlers.isEmpty, expected.numbers.isEmpty { isObserved.store(0) }
            return (handler, place)
        }
        if let place { _ = log.remove(place) }
    }

    func note(_ change: QueueChange) { if isUsed { log.note(change) } }

    func tell() { log.tell() }
}
