import CPlatform
import ConcurrencyPrimitives
import Dispatch
import Foundation

/// A controller that lets one thread run at a time and chooses at random who goes on: small on purpose, to
/// show that what ships can be driven without a line of it changed.
///
/// With an odd seed it chooses anew at every point. With an even one it lets the same thread go on, mostly, and least
/// after it has given back a lock: so a thread may be held up between what it has decided and what it does about it,
/// while another does all of its work and ends, which chance alone would hardly ever bring about.
final class RandomScheduler: ScheduleController, TaskExecutor {
    private final class Turn: Sendable { let semaphore = DispatchSemaphore(value: 0) }

    /// What a thread does, let go of before the thread hands over for the last time: what it holds must not
    /// outlive the exploration.
    private final class Work: Sendable {
        private let body: Guarded<(@Sendable () -> Void)?>

        init(_ body: @escaping @Sendable () -> Void) { self.body = Guarded(body) }

        func runAndForget() {
            let body = self.body.withLock { body in
                defer { body = nil }
                return body
            }
            body?()
        }
    }

    private struct State {
        var random: UInt64
        let isSticky: Bool
        /// Whether the thread that hands over has just given back a lock.
        var isUnlocked = false
        var runnable: [Turn] = []
        var blocked: [(turn: Turn, resource: ResourceID)] = []
        var running: Turn?
        var turns: [Int32: Turn] = [:]
        /// Whom each choice fell on, among those that could go on.
        var choices: [Int] = []
    }

    private let state: Guarded<State>
    private let rest = DispatchSemaphore(value: 0)

    private init(seed: UInt64) { state = Guarded(State(random: seed, isSticky: seed % 2 == 0)) }

    /// Runs `scenario` under the schedule of `seed`, until nothing can go on. Returns the choices that were
    /// made, and how many threads are left that wait for ever. Blocks.
    static func run(
        seed: UInt64, _ scenario: @escaping @Sendable () async -> Void
    ) -> (choices: [Int], stuck: Int) {
        let scheduler = RandomScheduler(seed: seed)
        Exploration.begin(scheduler)
        _ = scheduler.startTask(scenario)
        scheduler.rest.wait()
        Exploration.end()
        return scheduler.state.withLock { ($0.choices, $0.blocked.count) }
    }

    var controlsCallingThread: Bool { state.withLock { $0.turns[oplab_thread_id()] != nil } }
    var now: UInt64 { state.withLock { UInt64($0.choices.count) } }

    func reach(_ point: SchedulePoint) {
        yield { state, turn in
            state.runnable.append(turn)
            if case .unlock = point { state.isUnlocked = true } else { state.isUnlocked = false }
        }
    }

    func block(on resource: ResourceID) { yield { state, turn in state.blocked.append((turn, resource)) } }

    func unblock(_ resource: ResourceID) {
        state.withLock { state in
            state.runnable += state.blocked.filter { $0.resource == resource }.map(\.turn)
            state.blocked.removeAll { $0.resource == resource }
        }
    }

    func startThread(_ body: @escaping @Sendable () -> Void) {
        let turn = Turn()
        let work = Work(body)
        LogicalThread.start { [self] in
            let id = oplab_thread_id()
            turn.semaphore.wait()
            state.withLock { $0.turns[id] = turn }
            work.runAndForget()
            state.withLock { $0.turns[id] = nil }
            handOver(from: turn) { _ in }
        }
        // A job can be sent from outside the exploration, when no thread of it runs.
        let starts = state.withLock { state in
            state.runnable.append(turn)
            return state.running == nil
        }
        if starts { handOver(from: nil) { _ in } }
    }

    func startTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: self, operation: body)
    }

    /// Every job gets a thread of its own, so that what it does inside is interleaved, too.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        startThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    private func yield(_ change: (inout State, Turn) -> Void) {
        let turn = state.withLock { $0.turns[oplab_thread_id()]! }
        handOver(from: turn) { change(&$0, turn) }
        turn.semaphore.wait()
    }

    private func handOver(from turn: Turn?, _ change: (inout State) -> Void) {
        let next: Turn? = state.withLock { state in
            change(&state)
            guard !state.runnable.isEmpty else {
                state.running = nil
                return nil
            }
            // xorshift64 (Marsaglia, 2003)
            state.random ^= state.random << 13
            state.random ^= state.random >> 7
            state.random ^= state.random << 17
            // Who hands over and could go on stands last.
            let goesOn =
                state.isSticky && state.runnable.last === turn
                && (state.random >> 32) % (state.isUnlocked ? 4 : 64) != 0
            let last = state.runnable.count - 1
            let choice = goesOn ? last : Int(state.random % UInt64(state.runnable.count))
            if state.runnable.count > 1 { state.choices.append(choice) }
            state.running = state.runnable.remove(at: choice)
            return state.running
        }
        if let next { next.semaphore.signal() } else { rest.signal() }
    }
}

/// A lock that is none of those explored, and that ThreadSanitizer sees through.
///
/// `@unchecked Sendable`: `value` is touched under the lock only.
private final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}

private enum LogicalThread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        let box = Unmanaged.passRetained(Box(body)).toOpaque()
        let error = oplab_start_thread({ Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body() }, box)
        precondition(error == 0)
    }
}
