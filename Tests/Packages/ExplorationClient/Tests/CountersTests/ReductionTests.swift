import Foundation
import ScheduleExploration
import Synchronization
import Testing

/// An exhaustive search that leaves out equal schedules finds what one finds that runs all.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct ReductionTests {
    /// What the schedules of one exploration have noted.
    ///
    /// `@unchecked Sendable`: its threads run one at a time, and it has ended when this is read.
    private final class Outcomes: @unchecked Sendable {
        private(set) var all: Set<String> = []
        func note(_ outcome: String) { all.insert(outcome) }
    }

    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let memory: MemoryModel
        let body: @Sendable () async -> String
    }

    private final class Words: Sendable {
        let x = Atomic(0), y = Atomic(0), own = Atomic(0), others = Atomic(0)
    }

    private actor Order {
        private(set) var callers: [Int] = []
        func note(_ caller: Int) { callers.append(caller) }
    }

    // In each, what one thread does while another waits to be tried decides what is left to try: a search that takes two steps for
    // independent which aren't loses an outcome, and not only a way to it. An addition to a word of its own begins the step.
    static let scenarios = [
        Scenario(testDescription: "two stores and two loads", memory: .sequential) {
            let words = Words()
            let writer = Task { for value in 1...2 { words.x.store(value, ordering: .relaxed) } }
            let seen = (0..<2).map { _ in words.x.load(ordering: .relaxed) }
            await writer.value
            return "\(seen)"
        },
        Scenario(testDescription: "two calls of one actor", memory: .sequential) {
            let order = Order()
            let other = Task { await order.note(2) }
            await order.note(1)
            await other.value
            return await "\(order.callers)"
        },
        Scenario(testDescription: "two permits, tried for twice", memory: .sequential) {
            let semaphore = SystemSemaphore()
            let poster = Task { for _ in 0..<2 { semaphore.post() } }
            let taken = (0..<3).map { _ in semaphore.tryWait() }
            await poster.value
            return "\(taken)"
        },
        Scenario(testDescription: "a cancel and a look", memory: .sequential) {
            let words = Words()
            let worker = Task {
                words.own.add(1, ordering: .relaxed)
                return (Task.isCancelled, words.x.load(ordering: .relaxed))
            }
            words.others.add(1, ordering: .relaxed)
            worker.cancel()
            words.x.store(1, ordering: .relaxed)
            return await "\(worker.value)"
        },
        Scenario(testDescription: "a cancel and a look from elsewhere", memory: .sequential) {
            let words = Words()
            let cancelled = Task { words.y.store(1, ordering: .relaxed) }
            let looker = Task {
                words.own.add(1, ordering: .relaxed)
                return (cancelled.isCancelled, words.x.load(ordering: .relaxed))
            }
            words.others.add(1, ordering: .relaxed)
            cancelled.cancel()
            words.x.store(1, ordering: .relaxed)
            await cancelled.value
            return await "\(looker.value)"
        },
        Scenario(testDescription: "a look at the clock by who has a lock", memory: .sequential) {
            let (words, lock) = (Words(), NSLock())
            let other = Task { lock.withLock { words.y.store(1, ordering: .relaxed) } }
            let seen = lock.withLock {
                words.own.add(1, ordering: .relaxed)
                _ = ContinuousClock.now
                return words.y.load(ordering: .relaxed)
            }
            await other.value
            return "\(seen)"
        },
        Scenario(testDescription: "a lock that is tried for", memory: .sequential) {
            let (words, lock) = (Words(), NSLock())
            let other = Task { tryLock(lock) ? "got it" : "\(words.y.load(ordering: .relaxed))" }
            lock.withLock {
                words.x.store(1, ordering: .relaxed)
                words.y.store(1, ordering: .relaxed)
            }
            return await other.value
        },
        Scenario(testDescription: "a cancel of a group and a look", memory: .sequential) {
            let words = Words()
            return await withTaskGroup(of: String.self) { group in
                group.addTask {
                    words.own.add(1, ordering: .relaxed)
                    return "\(Task.isCancelled) \(words.x.load(ordering: .relaxed))"
                }
                words.others.add(1, ordering: .relaxed)
                group.cancelAll()
                words.x.store(1, ordering: .relaxed)
                return await group.next()!
            }
        },
        Scenario(testDescription: "the end of a scope and a look", memory: .sequential) {
            let words = Words()
            do {
                async let _: Void = {
                    words.own.add(1, ordering: .relaxed)
                    let isCancelled = Task.isCancelled
                    words.y.store(isCancelled ? 1 : 2, ordering: .relaxed)
                }()
                words.others.add(1, ordering: .relaxed)
            }
            return "\(words.y.load(ordering: .relaxed))"
        },
        Scenario(testDescription: "a cancel by what a load has read", memory: .rc11) {
            let words = Words()
            let looker = Task {
                words.own.add(1, ordering: .relaxed)
                return (Task.isCancelled, words.y.load(ordering: .relaxed))
            }
            let writer = Task { words.x.store(1, ordering: .relaxed) }
            if words.x.load(ordering: .relaxed) == 1 { looker.cancel() }
            words.y.store(1, ordering: .relaxed)
            await writer.value
            return await "\(looker.value)"
        },
        Scenario(testDescription: "two looks at the clock", memory: .sequential) {
            let (words, clock) = (Words(), ContinuousClock())
            let other = Task {
                words.own.add(1, ordering: .relaxed)
                return (clock.now, words.x.load(ordering: .relaxed))
            }
            words.others.add(1, ordering: .relaxed)
            let now = clock.now
            words.x.store(1, ordering: .relaxed)
            let (otherNow, x) = await other.value
            return "\(now < otherNow) \(x)"
        },
    ]

    private final class Log: @unchecked Sendable {
        private let lock = NSLock()
        private var entries: [String] = []
        func note(_ entry: String) { lock.withLock { entries.append(entry) } }
        var all: String { lock.withLock { entries.joined(separator: " ") } }
    }

    private static func blocking(_ name: String, _ body: @escaping @Sendable () -> String) -> Scenario {
        Scenario(testDescription: name, memory: .sequential) { body() }
    }

    /// The same for what dispatch queues and threads run.
    static let dispatched = [
        blocking("a block, and the suspension of its queue") {
            let (log, queue) = (Log(), DispatchQueue(label: "serial"))
            queue.async { log.note("a") }
            queue.suspend()
            log.note("b")
            queue.resume()
            queue.sync {}
            return log.all
        },
        blocking("two queues with one target") {
            let (log, target) = (Log(), DispatchQueue(label: "target"))
            let queues = "ab".map { DispatchQueue(label: "\($0)", target: target) }
            for (queue, name) in zip(queues, ["a", "b"]) { queue.async { log.note(name) } }
            for queue in queues { queue.sync {} }
            return log.all
        },
        blocking("a group that is left, and a look at it") {
            let (log, group, end) = (Log(), DispatchGroup(), DispatchSemaphore(value: 0))
            group.enter()
            group.notify(queue: .global()) { end.signal() }
            DispatchQueue.global().async { group.leave() }
            log.note(group.wait(timeout: .now()) == .success ? "empty" : "not yet")
            end.wait()
            return log.all
        },
        blocking("a work item, and its cancel") {
            let log = Log()
            nonisolated(unsafe) let item = DispatchWorkItem { log.note("ran") }
            DispatchQueue.global().async(execute: item)
            item.cancel()
            item.wait()
            return log.all
        },
        blocking("a work item that somebody waits for, and its cancel") {
            let log = Log()
            nonisolated(unsafe) let item = DispatchWorkItem { log.note("ran") }
            DispatchQueue.global().async { item.cancel() }
            DispatchQueue.global().sync(execute: item)
            return log.all
        },
        blocking("a work item that another thread runs, and a look") {
            let log = Log()
            nonisolated(unsafe) let item = DispatchWorkItem {}
            DispatchQueue.global().async { DispatchQueue.global().sync(execute: item) }
            if item.wait(timeout: .now()) == .success { return "ran" }
            item.wait()
            return "not yet"
        },
        blocking("a barrier between readers") {
            let log = Log()
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            for name in ["a", "b"] { queue.async { log.note(name) } }
            queue.async(flags: .barrier) { log.note("|") }
            queue.sync { log.note("c") }
            return log.all
        },
        blocking("two threads") {
            let (log, ends) = (Log(), DispatchSemaphore(value: 0))
            for name in ["a", "b"] {
                Thread.detachNewThread {
                    log.note(name)
                    ends.signal()
                }
            }
            for _ in 0..<2 { ends.wait() }
            return log.all
        },
    ]

    @Test(arguments: scenarios + dispatched) func reducedSearchFindsTheSame(_ scenario: Scenario) async {
        func search(_ strategy: ExplorationStrategy) async -> (outcomes: Set<String>, schedules: Int) {
            var plan = ExplorationPlan()
            (plan.strategy, plan.schedules, plan.memory) = (strategy, 100_000, scenario.memory)
            let outcomes = Outcomes()
            let report = await explore(plan, name: scenario.testDescription) {
                await outcomes.note(scenario.body())
            }
            #expect(report.hasPassed && report.isComplete, "\(report)")
            return (outcomes.all, report.schedules)
        }
        let (all, reduced) = (await search(.exhaustive(preemptions: 1_000)), await search(.exhaustive))
        #expect(reduced.outcomes == all.outcomes)
        #expect(all.outcomes.count > 1, "there was nothing to find")
        print("\(scenario): \(all.schedules) schedules, \(reduced.schedules) without equal ones")
    }
}

private func tryLock(_ lock: NSLock) -> Bool {
    guard lock.try() else { return false }
    lock.unlock()
    return true
}
