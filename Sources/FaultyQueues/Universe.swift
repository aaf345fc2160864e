internal import ConcurrencyPrimitives

/// The one lock of this module: it guards all state of all operations and queues.
///
/// Nothing can be simpler, and nothing less like the queues that the suite is for. After every change, all
/// queues that hold something look for operations that they can start; so no event can be missed, at the
/// price of O(queues) and more a change.
enum Universe {
    /// The queues that hold operations. They are kept alive by being in here.
    private static let populated = Mutex<[FaultyQueue]>([])

    /// Looks at state.
    static func read<Result: Sendable>(_ body: () -> Result) -> Result {
        populated.withLock { _ in body() }
    }

    /// Changes state, and then, without the lock, does what the change makes necessary.
    @discardableResult
    static func change<Result: Sendable>(_ body: (inout Change) -> Result) -> Result {
        let (result, change) = populated.withLock { populated in
            var change = Change(populated: populated)
            let result = body(&change)
            for queue in change.populated { queue.startWhatCanStart(&change) }
            populated = change.populated
            return (result, change)
        }
        change.perform()
        return result
    }
}

/// What one change makes necessary, in the order in which it has to be done: code of clients runs in here,
/// so never under the lock.
struct Change: Sendable {
    var populated: [FaultyQueue]
    var starts: [FaultyOperation] = []
    var waiters: [Waiter] = []
    var completionBlocks: [@Sendable () -> Void] = []
    /// How many operations a queue may start now.
    var startLimit = Int.max

    func perform() {
        for operation in starts {
            WorkerThread.start { operation.startFromQueue() }
        }
        for waiter in waiters { waiter.wake() }
        for completionBlock in completionBlocks { completionBlock() }
    }
}

/// Somebody who waits for an operation or a queue.
enum Waiter: Sendable {
    case thread(Parker)
    case task(Resumption)

    func wake() {
        switch self {
        case .thread(let parker): parker.unpark()
        case .task(let resumption): resumption.resume()
        }
    }
}

/// Stops the process, naming the rule that the caller broke.
func stop(_ rule: String, _ message: String) -> Never {
    fatalError("rule \(rule): \(message)")
}
