internal import ConcurrencyPrimitives
internal import Dispatch
internal import Operations

/// The one lock around all state of the operations and queues that are made in it.
///
/// It is as simple as can be, and nothing like the queues that the suite is for. When an operation changes, its queue
/// looks again whether it is ready, and so do the queues of those that wait for it. After every change, all queues that
/// hold something look for what they can start. So no event is missed, at a cost of O(queues) or more a change.
///
/// Operations and queues work together only if they are made in the same domain. So what a scenario leaves behind, a
/// deadlock say, disturbs no other scenario.
public final class FixtureDomain: Sendable {
    private struct State {
        /// The queues that hold operations. They are kept alive by being in here.
        var populated: [FaultyQueue] = []
        var watchers: [Watcher] = []
    }

    /// Each operation and queue of a check changes it, on up to dozens of threads.
    private let state = ContendedMutex(State())

    /// What observers are to be notified of.
    private let notifications = OrderedCalls()

    /// The operations that share categories.
    let line = FaultyLine()

    /// The name of all queues; only a defect sets it.
    let sharedName = Mutex<String?>(nil)

    /// The queue of the main thread, once it has been asked for.
    let main = Mutex<FaultyQueue?>(nil)

    public init() {}

    /// Reads state, or writes what lets no operation start.
    func read<Result: Sendable>(_ body: () -> Result) -> Result {
        state.withLock { _ in body() }
    }

    /// Changes state, and then, without the lock, does what the change makes necessary.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Change) -> Result) -> Result {
        var (result, change, notifies) = state.withLock { state in
            var change = Change(populated: state.populated)
            let result = body(&change)
            change.followGroups()
            for queue in change.populated where !queue.unevaluated.isEmpty { queue.lookAtConditions(&change) }
            line.admit(from: change.populated, &change)
            for queue in change.populated { queue.startWhatCanStart(&change) }
            state.populated = change.populated
            let calls = state.watchers.flatMap { $0.look() }
            notifications.append(calls)
            return (result, change, !calls.isEmpty)
        }
        // An observer may take its time. So who has noted no change leaves the notifying to those who have.
        if !change.startsOnceNotified { change.start() }
        if notifies { notifications.make() }
        change.perform()
        return result
    }

    /// After every change, compares what `look` sees with what it saw before, and delivers the notifications that
    /// `changes` makes of the difference.
    ///
    /// - Parameter look: Returns nil when what is observed lives no longer.
    func watch<Seen: Sendable>(
        _ look: @escaping @Sendable () -> Seen?,
        notifying changes: @escaping @Sendable (Seen, Seen) -> [@Sendable () -> Void]
    ) -> ObservationToken {
        let end = Latch()
        let watcher = state.withLock { state in
            var last = look()
            let watcher = Watcher {
                let (before, now) = (last, look())
                last = now
                guard let before, let now else { return [] }
                return changes(before, now).map { notify in { if !end.isOpen { notify() } } }
            }
            state.watchers.append(watcher)
            return watcher
        }
        return ObservationToken {
            end.open()
            self.state.withLock { $0.watchers.removeAll { $0 === watcher } }
        }
    }
}

/// An observer: returns, under the lock, the notifications for what has changed since it was last asked.
///
/// `@unchecked Sendable`: `look`, which keeps what it saw last, is called under the lock of the domain only.
private final class Watcher: @unchecked Sendable {
    let look: () -> [@Sendable () -> Void]

    init(_ look: @escaping () -> [@Sendable () -> Void]) { self.look = look }
}

/// A thread or a task that waits for an operation or a queue.
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

/// What each message begins with.
let stopMessagePrefix = "faulty queue, rule "

/// Stops the process, naming the rule that the caller broke.
func stop(_ rule: String, _ message: String) -> Never {
    fatalError("\(stopMessagePrefix)\(rule): \(message)")
}
