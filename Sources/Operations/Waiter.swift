internal import ConcurrencyPrimitives

/// A thread or a task that waits for an operation or a queue, as it stands in their list.
package struct Waiter: Sendable {
    enum Sleeper: Sendable {
        case thread(Parker)
        case task(Resumption)

        func wake() {
            switch self {
            case .thread(let parker): parker.unpark()
            case .task(let resumption): resumption.resume()
            }
        }
    }

    private enum Kind: Sendable {
        case untilWoken(Sleeper)
        case bounded(BoundedWait)
    }

    private let kind: Kind

    init(_ wait: BoundedWait) { kind = .bounded(wait) }

    private init(_ sleeper: Sleeper) { kind = .untilWoken(sleeper) }

    /// What was waited for has come. Called once, by whoever has taken the waiter out of its list.
    package func wake() {
        switch kind {
        case .untilWoken(let sleeper): sleeper.wake()
        case .bounded(let wait): wait.end(nil)
        }
    }

    /// The wait, if it may end early.
    var bounded: BoundedWait? {
        if case .bounded(let wait) = kind { wait } else { nil }
    }

    /// Blocks the calling thread until woken, if `register` keeps the waiter; returns at once if it does not.
    package static func block(_ register: (Waiter) -> Bool) {
        let parker = Parker()
        Worker.leavingSlot { if register(Waiter(.thread(parker))) { parker.park() } }
    }

    /// Blocks the calling thread until woken, or returns at once if what it waits for comes within the moment that falling asleep
    /// would take.
    ///
    /// - Parameter hasCome: Whether it has. Called again and again, under no lock.
    package static func block(unless hasCome: () -> Bool, _ register: (Waiter) -> Bool) {
        if hasCome() { return }
        // Inside an operation it would keep the slot meanwhile.
        if Worker.current != nil { return block(register) }
        ShortWaits.wait(hasCome) { block(register) }
    }

    /// Suspends the calling task until woken, as ``block(unless:_:)`` blocks a thread.
    package static func suspend(
        isolation: isolated (any Actor)? = #isolation, unless hasCome: () -> Bool,
        _ register: (Waiter) -> Bool
    ) async {
        if hasCome() || Worker.current == nil && ShortWaits.isSoonForTask(hasCome) { return }
        await suspend(isolation: isolation, register)
    }

    /// Suspends the calling task until woken, if `register` keeps the waiter; goes on at once if it does not.
    package static func suspend(
        isolation: isolated (any Actor)? = #isolation, _ register: (Waiter) -> Bool
    ) async {
        await ConcurrencyPrimitives.suspend { resumption in
            if !register(Waiter(.task(resumption))) { resumption.resume() }
        }
    }
}
