internal import ConcurrencyPrimitives

/// Those who wait for an operation or a queue.
///
/// Each bounded wait knows its place, so one that ends early is taken out at once, however many there are.
package struct WaiterList: Sendable {
    private var waiters: [Waiter] = []

    package init() {}

    package var isEmpty: Bool { waiters.isEmpty }

    package func forEach(_ body: (Waiter) -> Void) { waiters.forEach(body) }

    /// - Complexity: O(1), amortised.
    package mutating func append(_ waiter: Waiter) {
        waiter.bounded?.place.bits = UInt(waiters.count)
        waiters.append(waiter)
    }

    /// Takes out the waiter of a wait that has ended early, if it is there still.
    ///
    /// - Complexity: O(1).
    package mutating func remove(_ wait: BoundedWait) {
        // A wait stands in one list, once; if that was emptied meanwhile, another may have its place.
        let place = Int(wait.place.bits)
        guard place < waiters.count, waiters[place].bounded === wait else { return }
        let last = waiters.removeLast()
        if last.bounded === wait { return }
        last.bounded?.place.bits = UInt(place)
        waiters[place] = last
    }

    /// Takes out all, for somebody to wake them.
    package mutating func takeAll() -> [Waiter] {
        defer { waiters = [] }
        return waiters
    }
}
