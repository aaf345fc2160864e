package import ConcurrencyPrimitives

/// A thread or a task that waits for an operation or a queue.
package enum Waiter: Sendable {
    case thread(Parker)
    case task(Resumption)

    package func wake() {
        switch self {
        case .thread(let parker): parker.unpark()
        case .task(let resumption): resumption.resume()
        }
    }

    /// Blocks the calling thread until woken, if `register` keeps the waiter; returns at once if it does not.
    package static func block(_ register: (Waiter) -> Bool) {
        let parker = Parker()
        if register(.thread(parker)) { parker.park() }
    }

    /// Suspends the calling task until woken, if `register` keeps the waiter; goes on at once if it does not.
    package static func suspend(
        isolation: isolated (any Actor)? = #isolation, _ register: (Waiter) -> Bool
    ) async {
        await ConcurrencyPrimitives.suspend { resumption in
            if !register(.task(resumption)) { resumption.resume() }
        }
    }
}
