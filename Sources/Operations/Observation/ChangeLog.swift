public import ConcurrencyPrimitives

/// Changes on their way to observers: each is reported once, to those who observed when it was noted, in the order of noting.
///
/// Noting calls nobody, so it can be done under the lock that guards what changes; that makes the order of the notes
/// the order of the changes. Telling is done afterwards, under no lock, by one thread at a time: who finds another at it
/// leaves it to that one. So a change that an observer makes is reported after the one that the observer gets.
///
/// Its code is inlined into its users' modules, where the kind of change is known.
@usableFromInline
package final class ChangeLog<Change: Sendable>: Sendable {
    @usableFromInline package typealias Handler = @Sendable (Change) -> Void

    @usableFromInline
    struct Observer: Sendable {
        @usableFromInline let number: Int
        @usableFromInline let handler: Handler

        @usableFromInline
        init(number: Int, handler: @escaping Handler) {
            self.number = number
            self.handler = handler
        }
    }

    @usableFromInline
    struct Contents {
        @usableFromInline var observers: [Observer] = []
        /// The number of the last that came.
        @usableFromInline var last = 0
        @usableFromInline var pending: [(change: Change, observers: [Observer])] = []
        @usableFromInline var isTelling = false

        @inlinable init() {}
    }

    @usableFromInline let contents = Mutex(Contents())

    @inlinable
    package init() {}

    /// Whether nobody observes.
    @inlinable
    package var isEmpty: Bool { contents.withLock { $0.observers.isEmpty } }

    /// The number of a new observer, who is notified of what is noted after now.
    @inlinable
    package func add(_ handler: @escaping Handler) -> Int {
        contents.withLock { contents in
            contents.last += 1
            contents.observers.append(Observer(number: contents.last, handler: handler))
            return contents.last
        }
    }

    /// Tells an observer nothing any more; a call may be under way still. True if nobody is left.
    @inlinable
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
    @inlinable
    package func note(_ change: Change) {
        contents.withLock { contents in
            if !contents.observers.isEmpty { contents.pending.append((change, contents.observers)) }
        }
    }

    /// Tells what was noted, unless another thread is at it. Under no lock.
    @inlinable
    package func tell() {
        let isTelling = contents.withLock { contents in
            defer { contents.isTelling = true }
            return contents.isTelling
        }
        if !isTelling { tellPending() }
    }

    /// Notes a change and tells it: ``note(_:)`` and ``tell()`` in one.
    @inlinable
    package func noteAndTell(_ change: Change) {
        let observers: [Observer] = contents.withLock { contents in
            if contents.observers.isEmpty { return [] }
            if contents.isTelling || !contents.pending.isEmpty {
                contents.pending.append((change, contents.observers))
                return []
            }
            contents.isTelling = true
            return contents.observers
        }
        guard let first = observers.first else { return tell() }
        // The first is there. Its handler may take others out.
        first.handler(change)
        for observer in observers.dropFirst() where isThere(observer.number) { observer.handler(change) }
        tellPending()
    }

    /// Tells until nothing is left, for who has set `isTelling`.
    @inlinable
    func tellPending() {
        while let pending = takePending() {
            for (change, observers) in pending {
                for observer in observers where isThere(observer.number) { observer.handler(change) }
            }
        }
    }

    /// What is to be reported now; nil, and nobody tells any longer, if there is nothing.
    @inlinable
    func takePending() -> [(change: Change, observers: [Observer])]? {
        contents.withLock { contents in
            if contents.pending.isEmpty {
                contents.isTelling = false
                return nil
            }
            defer { contents.pending = [] }
            return contents.pending
        }
    }

    @inlinable
    func isThere(_ number: Int) -> Bool {
        contents.withLock { $0.observers.contains { $0.number == number } }
    }
}
