internal import ConcurrencyPrimitives
internal import Dispatch
internal import Operations

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
    private struct State {
        /// The queues that hold operations. They are kept alive by being in here.
        var populated: [FaultyQueue] = []
        var watchers: [Watcher] = []
        /// What watchers have yet to be told.
        var news: [@Sendable () -> Void] = []
        /// Whether a thread is telling them.
        var isTelling = false
    }

    private let state = Mutex(State())

    /// The name of all queues; only a defect sets it.
    let sharedName = Mutex<String?>(nil)

    /// The queue of the main thread, once somebody has asked for it.
    let main = Mutex<FaultyQueue?>(nil)

    public init() {}

    /// Looks at state.
    func read<Result: Sendable>(_ body: () -> Result) -> Result {
        state.withLock { _ in body() }
    }

    /// Changes state, and then, without the lock, does what the change makes necessary.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Change) -> Result) -> Result {
        let (result, change) = state.withLock { state in
            var change = Change(populated: state.populated)
            let result = body(&change)
            for queue in change.populated { queue.startWhatCanStart(&change) }
            state.populated = change.populated
            for watcher in state.watchers { state.news += watcher.look() }
            return (result, change)
        }
        tell()
        change.perform()
        return result
    }

    /// Has what `look` sees compared after every change with what it saw before, and told what that makes.
    func watch<Seen: Sendable>(
        _ look: @escaping @Sendable () -> Seen,
        telling changes: @escaping @Sendable (Seen, Seen) -> [@Sendable () -> Void]
    ) -> Observation {
        let watcher = state.withLock { state in
            let last = LastSeen(look())
            let watcher = Watcher {
                let (before, now) = (last.value, look())
                last.value = now
                return changes(before, now)
            }
            state.watchers.append(watcher)
            return watcher
        }
        return Observation { self.state.withLock { $0.watchers.removeAll { $0 === watcher } } }
    }

    /// Tells what there is to tell, one thing after the other, unless another thread is at it.
    private func tell() {
        let isMine = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isMine else { return }
        while let next = state.withLock({ state in
            state.isTelling = !state.news.isEmpty
            return state.isTelling ? state.news.removeFirst() : nil
        }) { next() }
    }
}

/// Somebody who is told of changes: says, under the lock, what is to be told since it was last asked.
private final class Watcher: Sendable {
    let look: @Sendable () -> [@Sendable () -> Void]

    init(_ look: @escaping @Sendable () -> [@Sendable () -> Void]) { self.look = look }
}

/// What a watcher has seen.
///
/// `@unchecked Sendable`: read and written under the lock of the universe only.
private final class LastSeen<Seen: Sendable>: @unchecked Sendable {
    var value: Seen

    init(_ value: Seen) { self.value = value }
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
    /// A task that may stop waiting, and the number that it is taken out by then.
    case boundedTask(Resumption, UInt64)

    func wake() {
        switch self {
        case .thread(let parker): parker.unpark()
        case .task(let resumption), .boundedTask(let resumption, _): resumption.resume()
        }
    }

    func has(_ number: UInt64) -> Bool {
        if case .boundedTask(_, number) = self { true } else { false }
    }
}

/// Stops the process, naming the rule that the caller broke.
func stop(_ rule: String, _ message: String) -> Never {
    fatalError("rule \(rule): \(message)")
}
