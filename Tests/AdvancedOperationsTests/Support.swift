import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations

typealias Queue = any OperationQueueProtocol<Operation>

/// Both kinds of queue.
enum Kind: CaseIterable, Sendable {
    case locked, actor

    var queue: Queue {
        switch self {
        case .locked: LockedOperationQueue()
        case .actor: ActorOperationQueue()
        }
    }

    var ofGroup: GroupOperation.QueueKind { self == .locked ? .locked : .actor }

    func queue(limit: Int) -> Queue {
        let queue = queue
        queue.setMaxConcurrentOperationCount(limit)
        return queue
    }
}

/// What happened, in its order.
final class Log<Entry: Sendable & Equatable>: Sendable {
    private let content = Mutex<[Entry]>([])

    var entries: [Entry] { content.withLock { $0 } }

    func append(_ entry: Entry) { content.withLock { $0.append(entry) } }
}

extension Log where Entry == String {
    /// An operation that notes its name when it runs.
    func operation(_ name: String, _ conditions: any OperationCondition...) -> AdvancedBlockOperation {
        let operation = AdvancedBlockOperation { _ in self.append(name) }
        operation.name = name
        for condition in conditions { operation.addCondition(condition) }
        return operation
    }

    /// An observer that notes each call.
    var observer: BlockObserver {
        BlockObserver(
            willStartHandler: { _ in self.append("will start") },
            startHandler: { _ in self.append("did start") },
            produceHandler: { _, _ in self.append("produced") },
            cancelHandler: { _ in self.append("cancelled") },
            willFinishHandler: { self.append("will finish \($1.count)") },
            finishHandler: { self.append("did finish \($1.count)") })
    }
}

struct TestError: Error, Hashable {
    var number = 0
}

/// A clock whose time passes when a test lets it.
final class ManualClock: OperationClock {
    private struct Call: Sendable {
        let time: Duration
        let number: Int
        let body: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now = Duration.zero
        var last = 0
        var calls: [Call] = []
        var waiting: [(count: Int, latch: Latch)] = []
        var delays: [Duration] = []
    }

    private let state = Mutex(State())

    func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall {
        let (number, latches) = state.withLock { state in
            state.last += 1
            state.delays.append(delay)
            state.calls.append(Call(time: state.now + delay, number: state.last, body: body))
            let last = state.last
            defer { state.waiting.removeAll { $0.count <= last } }
            return (last, state.waiting.filter { $0.count <= last }.map(\.latch))
        }
        for latch in latches { latch.open() }
        return ScheduledCall { self.state.withLock { $0.calls.removeAll { $0.number == number } } }
    }

    /// How many calls are to be made.
    var pending: Int { state.withLock { $0.calls.count } }

    /// The delays that were asked for.
    var delays: [Duration] { state.withLock { $0.delays } }

    /// Returns when so many calls have been asked for in all.
    func hasScheduled(_ count: Int) async {
        let latch = Latch()
        let isThere = state.withLock { state in
            if state.last < count { state.waiting.append((count, latch)) }
            return state.last >= count
        }
        if !isThere { await latch.wait() }
    }

    /// Lets time pass, and makes the calls whose time is over.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let now = state.now
            defer { state.calls.removeAll { $0.time <= now } }
            return state.calls.filter { $0.time <= now }
        }
        for call in due.sorted(by: { ($0.time, $0.number) < ($1.time, $1.number) }) { call.body() }
    }
}

/// A condition that waits for a latch.
struct LatchCondition: OperationCondition {
    let name = "LatchCondition"
    var begun = Latch()
    var latch = Latch()
    var error: TestError?

    func evaluate(for operation: AdvancedOperation) async throws {
        begun.open()
        await latch.wait()
        if let error { throw error }
    }
}

/// A condition with a dependency.
struct DependentCondition: SynchronousOperationCondition {
    let name = "DependentCondition"
    let make: @Sendable () -> Operation
    var evaluated: @Sendable () -> Void = {}

    func dependency(for operation: AdvancedOperation) -> Operation? { make() }
    func evaluateNow(for operation: AdvancedOperation) { evaluated() }
}

/// A condition without a dependency, which is asked for one.
struct PreparedCondition: SynchronousOperationCondition {
    let name = "PreparedCondition"
    let prepared: @Sendable (AdvancedOperation) -> Void
    let evaluated: @Sendable () -> Void

    func dependency(for operation: AdvancedOperation) -> Operation? {
        prepared(operation)
        return nil
    }

    func evaluateNow(for operation: AdvancedOperation) { evaluated() }
}
