internal import ConcurrencyPrimitives

/// A thread or a task that waits for an operation or a queue.
///
/// Whoever takes it out of the list that it stands in wakes it: what was waited for, or a deadline.
package struct Waiter: Sendable {
    private enum Sleeper {
        case thread(Parker)
        case task(Resumption)
    }

    /// How it may be woken early; nil if nobody does that.
    fileprivate let ending: WaitEnding?
    private let sleeper: Sleeper

    package func wake() {
        switch sleeper {
        case .thread(let parker): parker.unpark()
        case .task(let resumption): resumption.resume()
        }
    }

    /// Blocks the calling thread until woken, if `register` keeps the waiter; returns at once if it does not.
    package static func block(_ ending: WaitEnding? = nil, _ register: (Waiter) -> Bool) {
        let parker = Parker()
        // An operation that waits leaves its slot to others (rule 6.10).
        let queue = CurrentQueue.owner
        queue?.operationWaits(true)
        defer { queue?.operationWaits(false) }
        if register(Waiter(ending: ending, sleeper: .thread(parker))) { parker.park() }
    }

    /// Suspends the calling task until woken, if `register` keeps the waiter; goes on at once if it does not.
    package static func suspend(
        _ ending: WaitEnding? = nil, isolation: isolated (any Actor)? = #isolation,
        _ register: (Waiter) -> Bool
    ) async {
        let queue = CurrentQueue.owner
        queue?.operationWaits(true)
        defer { queue?.operationWaits(false) }
        await ConcurrencyPrimitives.suspend { resumption in
            if !register(Waiter(ending: ending, sleeper: .task(resumption))) { resumption.resume() }
        }
    }
}

extension [Waiter] {
    /// Takes a waiter out early, to be woken; nil if it isn't there any more.
    package mutating func take(_ number: UInt64) -> Waiter? {
        guard let place = firstIndex(where: { $0.ending?.number == number }) else { return nil }
        let waiter = remove(at: place)
        waiter.ending?.takeOut()
        return waiter
    }
}
