import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Synchronization

/// Ready when it has been opened, besides what it waits for.
private final class Gated: Counted, @unchecked Sendable {
    private let isOpen = ConcurrencyPrimitives.Atomic<UInt64>(0)
    override var isReady: Bool { super.isReady && isOpen.load() == 1 }

    func open() {
        isOpen.store(1)
        didChangeValue(for: \.isReady)
    }

    override func main() {
        if isOpen.load() == 0 { early.add(1, ordering: .relaxed) }
        super.main()
    }
}

/// Looks, when it runs, whether it may.
private final class Looking: Counted, @unchecked Sendable {
    private let mayRun: @Sendable () -> Bool

    init(_ mayRun: @escaping @Sendable () -> Bool) { self.mayRun = mayRun }

    override func main() {
        if !mayRun() { early.add(1, ordering: .relaxed) }
        super.main()
    }
}

private final class Flag: Sendable {
    private let word = ConcurrencyPrimitives.Atomic<UInt64>(0)
    var isSet: Bool { word.load() == 1 }
    func set() { word.store(1) }
}

/// What observers were notified of, in order.
private final class Told: Sendable {
    private let states = Synchronization.Mutex<[String]>([])
    func append(_ state: String) { states.withLock { $0.append(state) } }

    /// Whether each state came once at most, and none before what it follows.
    var isLegal: Bool {
        let states = states.withLock { $0 }
        func place(_ state: String) -> Int? { states.firstIndex(of: state) }
        guard Set(states).count == states.count else { return false }
        if let began = place("executing"), let ended = place("not executing"), began > ended { return false }
        if let ready = place("ready"), let began = place("executing"), ready > began { return false }
        return place("finished").map { $0 >= states.count - 1 } ?? true
    }
}

/// What operations and queues do beyond adding and running, and races with it.
extension Scenario {
    static var features: [Scenario] { [readiness, barriers, observed, nested, afterWait] }

    /// Who has waited inside his operation takes his slot again: what is added then finds one slot less.
    static var afterWait: Scenario {
        Scenario(name: "after a wait") { make, seen in
            let (queue, elsewhere, inside) = (make(), make(), Inside())
            let (awaited, others) = (Counted(), (0...ProcessorCount.available).map { _ in Entering(inside) })
            let waiting = Entering(inside) {
                awaited.waitUntilFinished()
                for operation in others { queue.addOperation(operation) }
            }
            queue.addOperation(waiting)
            elsewhere.addOperation(awaited)
            let operations = [waiting, awaited] + others
            for operation in operations { await operation.waitUntilFinished() }
            await queue.waitUntilAllOperationsAreFinished()
            seen(Outcome(operations: operations, cancelled: [], left: await queue.operationCount))
        }
    }

    /// Operations whose subclass has a say in when they are ready, which says so while dependencies end, and is
    /// cancelled meanwhile.
    static var readiness: Scenario {
        Scenario(name: "readiness") { make, seen in
            let queue = make()
            let (first, second, third) = (Gated(), Gated(), Counted())
            first.addDependency(third)
            let opener = startTask {
                first.open()
                second.open()
            }
            let canceller = startTask { second.cancel() }
            queue.addOperations([first])
            queue.addOperation(third)
            queue.addOperation(second)
            for operation in [first, second, third] { await operation.waitUntilFinished() }
            await opener.value
            await canceller.value
            await queue.waitUntilAllOperationsAreFinished()
            seen(
                Outcome(operations: [first, second, third], cancelled: [1], left: await queue.operationCount))
        }
    }

    /// A barrier while what is before and behind it ends, is cancelled and comes; and one that is cancelled.
    static var barriers: Scenario {
        Scenario(name: "barriers") { make, seen in
            let queue = make()
            let before = [Counted(), EndsElsewhere()]
            let barrier = Flag()
            let behind = [Looking { barrier.isSet }, Looking { barrier.isSet }]
            let canceller = startTask {
                behind[0].cancel()
                before[1].cancel()
            }
            let toggler = startTask {
                queue.setSuspended(true)
                queue.setMaxConcurrentOperationCount(2)
                queue.setSuspended(false)
            }
            for operation in before { queue.addOperation(operation) }
            queue.addBarrierBlock {
                if !before.allSatisfy(\.isFinished) { before[0].early.add(1, ordering: .relaxed) }
                barrier.set()
            }
            for operation in behind { queue.addOperation(operation) }
            queue.addBarrierBlock {
                if !behind.allSatisfy(\.isFinished) { behind[1].early.add(1, ordering: .relaxed) }
            }
            await canceller.value
            await toggler.value
            await queue.waitUntilAllOperationsAreFinished()
            seen(
                Outcome(operations: before + behind, cancelled: [1, 2], left: await queue.operationCount))
        }
    }

    /// Waiting that ends with the time or with the task, just when what is waited for comes about. A cancellation handler
    /// runs while the runtime holds a mutex, so this is for explorations that see those.
    static var bounded: Scenario {
        Scenario(name: "bounded") { make, seen in
            let queue = make()
            let operations = [Counted(), EndsElsewhere()]
            let waiters = operations.map { operation in
                startTask {
                    do throws(WaitEndedEarly) {
                        try await operation.waitUntilFinished(timeout: .nanoseconds(300))
                        if !operation.isFinished { operation.early.add(1, ordering: .relaxed) }
                    } catch {
                        if error.waitedFor.isEmpty { operation.early.add(1, ordering: .relaxed) }
                    }
                }
            }
            let cancelled = startTask {
                try? await queue.waitUntilAllOperationsAreFinished(timeout: nil)
                try? await operations[0].waitUntilFinished(timeout: nil)
            }
            for operation in operations { queue.addOperation(operation) }
            // Two at a time, so that one may come while the other ends.
            let others = (0..<2).map { _ in
                let own = Counted()
                queue.addOperation(own)
                return startTask {
                    do throws(WaitEndedEarly) {
                        try await queue.waitUntilAllOperationsAreFinished(timeout: .nanoseconds(900))
                        if !own.isFinished { operations[0].early.add(1, ordering: .relaxed) }
                    } catch {
                        if error.waitedFor.isEmpty { operations[0].early.add(1, ordering: .relaxed) }
                    }
                }
            }
            cancelled.cancel()
            for waiter in waiters + others { await waiter.value }
            await cancelled.value
            await queue.waitUntilAllOperationsAreFinished()
            seen(Outcome(operations: operations, cancelled: [], left: await queue.operationCount))
        }
    }

    /// Observers that come while an operation is added, released, cancelled and run.
    static var observed: Scenario {
        Scenario(name: "observed") { make, seen in
            let queue = make()
            let operations = [Counted(), Counted(), Gated()]
            operations[1].addDependency(operations[0])
            let told = operations.map { _ in Told() }
            let observer = startTask {
                for (operation, told) in zip(operations, told) {
                    let observations = [
                        operation.observe(\.isReady, options: .new) {
                            told.append($1.newValue! ? "ready" : "not ready")
                        },
                        operation.observe(\.isExecuting, options: .new) {
                            told.append($1.newValue! ? "executing" : "not executing")
                        },
                        operation.observe(\.isFinished) { _, _ in told.append("finished") },
                    ]
                    await operation.waitUntilFinished()
                    observations.forEach { $0.invalidate() }
                }
            }
            let canceller = startTask {
                operations[1].cancel()
                (operations[2] as! Gated).open()
            }
            for operation in operations.reversed() { queue.addOperation(operation) }
            for operation in operations { await operation.waitUntilFinished() }
            await observer.value
            await canceller.value
            await queue.waitUntilAllOperationsAreFinished()
            for (operation, told) in zip(operations, told) where !told.isLegal {
                operation.early.add(1, ordering: .relaxed)
            }
            seen(Outcome(operations: operations, cancelled: [1], left: await queue.operationCount))
        }
    }

    /// Operations that wait for others of their queue, deeper than there are processors.
    static var nested: Scenario {
        Scenario(name: "nested") { make, seen in
            let queue = make()
            let inner = Counted()
            let depth = 2 + ProcessorCount.available
            var operations: [Counted] = [inner]
            for _ in 0..<depth {
                let waitedFor = operations[operations.count - 1]
                operations.append(
                    Looking {
                        queue.addOperation(waitedFor)
                        waitedFor.waitUntilFinished()
                        return waitedFor.isFinished
                    })
            }
            queue.addOperation(operations[operations.count - 1])
            await queue.waitUntilAllOperationsAreFinished()
            seen(Outcome(operations: operations, cancelled: [], left: await queue.operationCount))
        }
    }
}

/// How many operations are inside at once.
private final class Inside: Sendable {
    private let count = ConcurrencyPrimitives.Atomic<Int>(0)

    func run() {
        let now = count.adding(1)
        ExploredSchedule.expect(
            now <= ProcessorCount.available, "\(now) ran at once on \(ProcessorCount.available) processors")
        // So many steps at which others may come.
        for _ in 0..<3 { _ = count.load() }
        _ = count.adding(-1)
    }
}

/// Does something before, and is inside then.
private final class Entering: Counted, @unchecked Sendable {
    private let inside: Inside
    private let before: @Sendable () -> Void

    init(_ inside: Inside, _ before: @escaping @Sendable () -> Void = {}) {
        (self.inside, self.before) = (inside, before)
    }

    override func main() {
        before()
        inside.run()
        count()
    }
}
