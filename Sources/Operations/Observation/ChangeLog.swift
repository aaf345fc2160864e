internal import ConcurrencyPrimitives

/// Changes on their way to observers: each is told once, to those who observed when it was noted, in the order of noting.
///
/// Noting calls nobody, so it can be done under the lock that guards what changes; that makes the order of the notes
/// the order of the changes. Telling is done afterwards, under no lock, by one thread at a time: who finds another at it
/// leaves it to that one. So a change that an observer makes is told after the one that the observer is being told.
package final class ChangeLog<Change: Sendable>: Sendable {
    package typealias Handler = @Sendable (Change) -> Void

    private struct Observer: Sendable {
        let number: Int
        let handler: Handler
    }

    private struct Contents {
        var observers: [Observer] = []
        /// The number of the last that came.
        var last = 0
        var pending: [(change: Change, observers: [Observer])] = []
        var isTelling = false
    }

    private let contents = Mutex(Contents())

    package init() {}

    /// Whether nobody observes.
    package var isEmpty: Bool { contents.withLock { $0.observers.isEmpty } }

    /// The number of a new observer, who is told of what is noted after now.
    package func add(_ handler: @escaping Handler) -> Int {
        contents.withLock { contents in
            contents.last += 1
            contents.observers.append(Observer(number: contents.last, handler: handler))
            return contents.last
        }
    }

    /// Tells an observer nothing any more; a call may be under way still. True if nobody is left.
    package func remove(_ number: Int) -> Bool {
        // What the handler holds may be let go of with it, which is a client's code: not under the lock.
        let (_, isEmpty) = contents.withLock { contents in
            let removed = contents.observers.filter { $0.number == number }
            contents.observers.removeAll { $0.number == number }
            return (removed, contents.observers.isEmpty)
        }
        return isEmpty
    }

    /// Notes a change. Calls nobody.
    package func note(_ change: Change) {
        contents.withLock { contents in
            if !contents.observers.isEmpty { contents.pending.append((change, contents.observers)) }
        }
    }

    /// Tells what was noted, unless another thread is at it. Under no lock.
    package func tell() {
        let isTelling = contents.withLock { contents in
            defer { contents.isTelling = true }
            return contents.isTelling
        }
        if isTelling { return }
        while let pending = takePending() {
            for (change, observers) in pending {
                for observer in observers where isThere(observer.number) { observer.handler(change) }
            }
        }
    }

    /// What is to be told now; nil, and nobody tells any longer, if there is nothing.
    private func takePending() -> [(change: Change, observers: [Observer])]? {
        contents.withLock { contents in
            if contents.pending.isEmpty {
                contents.isTelling = false
                return nil
            }
            defer { contents.pending = [] }
            return contents.pending
        }
    }

    private func isThere(_ number: Int) -> Bool {
        contents.withLock { $0.observers.contains { $0.number == number } }
    }
}
