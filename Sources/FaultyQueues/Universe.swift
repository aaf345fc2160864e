internal import ConcurrencyPrimitives
internal import Dispatch

/// The one lock around all state of the operations and queues that are made in it.
///
/// Little can be simpler, and nothing less like the queues that the suite is for. Whatever changes, an operation has
/// its queue look whether it is ready, and those whether they are that wait for it; and after every change, all queues
/// that hold something look for what they can start. So no event can be missed, at the price of O(queues) and more a
/// change.
///
/// Only what is made in the same universe can have to do with one another: an operation with a queue, with the
/// operations that it depends on. What is left behind in one that nobody asks any more, a deadlock say, disturbs no
/// other.
public final class Universe: Sendable {
    /// The queues that hold operations. They are kept alive by being in here.
    private let populated = Mutex<[FaultyQueue]>([])

    /// The name of all queues; only a defect sets it.
    let sharedName = Mutex<String?>(nil)

    /// The queue of the main thread, once somebody has asked for it.
    let main = Mutex<FaultyQueue?>(nil)

    public init() {}

    /// Looks at state.
    func read<Result: Sendable>(_ body: () -> Result) -> Result {
        populated.withLock { _ in body() }
    }

    /// Changes state, and then, without the lock, does what the change makes necessary.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Change) -> Result) -> Result {
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
    /// What to start, and the dispatch queue to do it on; nil for a thread of its own.
    var starts: [(operation: FaultyOperation, place: DispatchQueue?)] = []
    var cancelledTasks: [Task<Void, Never>] = []
    var waiters: [Waiter] = []
    var completionBlocks: [@Sendable () -> Void] = []
    /// How many operations a queue may start now.
    var startLimit = Int.max

    // Only races use these: what should be done in this change, and is done in later ones.
    /// Operations one of whose dependencies has ended.
    var countDowns: [FaultyOperation] = []
    /// Queues whose slot has come free.
    var freedSlots: [FaultyQueue] = []
    /// Queues that could start something.
    var admissions: [FaultyQueue] = []
    /// Operations of which something was told after their end.
    var ended: [FaultyOperation] = []

    func perform() {
        for task in cancelledTasks { task.cancel() }
        for (operation, place) in starts {
            WorkerThread.start(on: place) { operation.startFromQueue() }
        }
        for operation in countDowns { operation.countDown() }
        for waiter in waiters { waiter.wake() }
        for queue in freedSlots { queue.countSlotDown() }
        for completionBlock in completionBlocks { completionBlock() }
        for operation in ended { operation.runCompletionBlock() }
        for queue in admissions { queue.admit() }
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
