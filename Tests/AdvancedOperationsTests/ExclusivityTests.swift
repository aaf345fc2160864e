import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// Mutual exclusion by category.
struct ExclusivityTests {
    /// A category of its own for each test run, since tests run beside each other.
    final class Category: Sendable {
        private static let last = Atomic<Int>(0)
        let key = "\(last.adding(1))"
        private let inside = Atomic<Int>(0)
        let most = Atomic<Int>(0)

        var condition: MutuallyExclusive<ExclusivityTests> { MutuallyExclusive(key) }

        /// An operation of the category, which notes when two of them meet.
        func operation(_ log: Log<String>, _ name: String, _ body: @escaping @Sendable () -> Void = {})
            -> AdvancedBlockOperation
        {
            let operation = AdvancedBlockOperation { _ in
                if self.inside.adding(1) > 1 { self.most.store(2) }
                log.append(name)
                body()
                self.inside.adding(-1)
            }
            operation.name = name
            operation.addCondition(condition)
            return operation
        }
    }

    @Test func operationsRunOneAtATimeAcrossQueuesInTheOrderOfAdding() async {
        let category = Category()
        let log = Log<String>()
        let queues = [
            Kind.locked.queue, Kind.actor.queue, Kind.locked.queue(limit: 1), Kind.actor.queue(limit: 1),
        ]
        let names = (0..<400).map { "\($0)" }
        for (index, name) in names.enumerated() {
            queues[index % queues.count].addOperation(category.operation(log, name))
        }
        for queue in queues { await queue.waitUntilAllOperationsAreFinished() }
        #expect(log.entries == names)
        #expect(category.most.load() == 0)
    }

    @Test(arguments: Kind.allCases) func orderOfBecomingEligibleGoesBeforePriorities(_ kind: Kind) async {
        for limit in [1, 3, -1] {
            let queue = kind.queue(limit: limit)
            let category = Category()
            let log = Log<String>()
            let (begun, release) = (Latch(), Latch())
            let first = category.operation(log, "first") {
                begun.open()
                release.waitBlocking()
            }
            queue.addOperation(first)
            await begun.wait()
            let gate = log.operation("gate")
            let late = category.operation(log, "late")
            late.addDependency(gate)
            late.queuePriority = .veryHigh
            queue.addOperation(late)
            queue.addOperation(category.operation(log, "low"))
            let high = category.operation(log, "high")
            high.queuePriority = .high
            queue.addOperation(high)
            let other = Kind.locked.queue
            other.addOperation(gate)
            await gate.waitUntilFinished()
            release.open()
            await queue.waitUntilAllOperationsAreFinished()
            #expect(log.entries == ["first", "gate", "low", "high", "late"])
        }
    }

    @Test(arguments: Kind.allCases) func operationThatWaitsForItsCategoryHoldsNoSlot(_ kind: Kind) async {
        let category = Category()
        let log = Log<String>()
        let (begun, release) = (Latch(), Latch())
        let holder = category.operation(log, "holder") {
            begun.open()
            release.waitBlocking()
        }
        let queue = kind.queue(limit: 1)
        Kind.locked.queue.addOperation(holder)
        await begun.wait()
        let waiting = category.operation(log, "waiting")
        waiting.queuePriority = .veryHigh
        queue.addOperation(waiting)
        let plain = log.operation("plain")
        queue.addOperation(plain)
        await plain.waitUntilFinished()
        #expect(!waiting.isExecuting && waiting.isReady)
        release.open()
        await waiting.waitUntilFinished()
        #expect(log.entries == ["holder", "plain", "waiting"])
    }

    @Test(arguments: Kind.allCases) func categoryIsGivenOnHoweverAnOperationEnds(_ kind: Kind) async {
        let queue = kind.queue
        let category = Category()
        let log = Log<String>()
        let (begun, release) = (Latch(), Latch())
        queue.addOperation(
            category.operation(log, "holder") {
                begun.open()
                release.waitBlocking()
            })
        await begun.wait()
        let cancelled = category.operation(log, "cancelled")
        let ended = category.operation(log, "ended")
        let failing = AdvancedBlockOperation { _ in throw TestError() }
        failing.addCondition(category.condition)
        let failed = log.operation("failed", category.condition, BlockCondition { false })
        let asynchronous = AdvancedTaskOperation { _ in await Task.yield() }
        asynchronous.addCondition(category.condition)
        let stopped = AdvancedTaskOperation { operation in
            operation.cancel(with: TestError())
            try Task.checkCancellation()
        }
        stopped.addCondition(category.condition)
        let last = category.operation(log, "last")
        queue.addOperations([cancelled, ended, failing, failed, asynchronous, stopped, last])
        cancelled.cancel()
        ended.finish(errors: [TestError()])
        release.open()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["holder", "last"])
        #expect(stopped.errors.count == 2 && ended.errors.count == 1)
    }

    @Test(arguments: Kind.allCases) func dependencyOnALaterOneOfTheCategoryIsNoDeadlock(_ kind: Kind) async {
        let queue = kind.queue
        let category = Category()
        let log = Log<String>()
        let (first, second) = (category.operation(log, "first"), category.operation(log, "second"))
        first.addDependency(second)
        queue.addOperation(first)
        queue.addOperation(second)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["second", "first"])
    }

    @Test(arguments: Kind.allCases) func operationsOfSeveralCategoriesDontDeadlock(_ kind: Kind) async {
        let categories = (0..<5).map { _ in Category() }
        let log = Log<String>()
        let queues = [kind.queue, Kind.locked.queue(limit: 2), Kind.actor.queue]
        for round in 0..<300 {
            let operation = categories[round % 5].operation(log, "\(round)")
            operation.addCondition(categories[(round + 1 + round % 3) % 5].condition)
            if round % 7 == 0 { operation.addCondition(categories[round % 5].condition) }
            queues[round % 3].addOperation(operation)
        }
        for queue in queues { await queue.waitUntilAllOperationsAreFinished() }
        #expect(log.entries.count == 300)
        #expect(categories.allSatisfy { $0.most.load() == 0 })
    }

    @Test(arguments: Kind.allCases) func stoppedQueueHoldsUpNobody(_ kind: Kind) async {
        for isSuspended in [true, false] {
            let (stopped, other) = (kind.queue, Kind.locked.queue)
            let category = Category()
            let log = Log<String>()
            let (begun, release) = (Latch(), Latch())
            other.addOperation(
                category.operation(log, "holder") {
                    begun.open()
                    release.waitBlocking()
                })
            await begun.wait()
            stopped.addOperation(category.operation(log, "1"))
            if isSuspended { stopped.setSuspended(true) } else { stopped.setMaxConcurrentOperationCount(0) }
            stopped.addOperation(category.operation(log, "2"))
            #expect(await stopped.operationCount == 2)
            let third = category.operation(log, "3")
            other.addOperation(third)
            release.open()
            await third.waitUntilFinished()
            if isSuspended { stopped.setSuspended(false) } else { stopped.setMaxConcurrentOperationCount(1) }
            await stopped.waitUntilAllOperationsAreFinished()
            #expect(log.entries == ["holder", "3", "1", "2"])
        }
    }

    /// The queue has no need to take them in before it goes on, unless they stand in a line.
    @Test(arguments: Kind.allCases, [true, false])
    func whatAStoppedQueueWasGivenHoldsUpNobody(_ kind: Kind, isCategoryFree: Bool) async {
        for hasMember in [true, false] {
            let (stopped, other) = (kind.queue, Kind.locked.queue)
            let category = Category()
            let log = Log<String>()
            let (begun, release) = (Latch(), Latch())
            stopped.setSuspended(true)
            if hasMember { stopped.addOperation {} }
            other.addOperation(
                category.operation(log, "holder") {
                    begun.open()
                    release.waitBlocking()
                })
            await begun.wait()
            if isCategoryFree {
                release.open()
                await other.waitUntilAllOperationsAreFinished()
            }
            for name in ["1", "2", "3"] { stopped.addOperation(category.operation(log, name)) }
            let last = category.operation(log, "last")
            other.addOperation(last)
            release.open()
            await last.waitUntilFinished()
            stopped.setSuspended(false)
            await stopped.waitUntilAllOperationsAreFinished()
            #expect(log.entries == ["holder", "last", "1", "2", "3"])
        }
    }

    @Test(arguments: Kind.allCases) func operationBehindABarrierHoldsUpNobody(_ kind: Kind) async {
        let queue = kind.queue
        let category = Category()
        let log = Log<String>()
        let gate = log.operation("gate")
        let before = category.operation(log, "before")
        before.addDependency(gate)
        queue.addOperation(before)
        queue.addBarrierBlock { log.append("barrier") }
        // Eligible before the other one is.
        queue.addOperation(category.operation(log, "behind"))
        #expect(await queue.operationCount == 3)
        Kind.locked.queue.addOperation(gate)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["gate", "before", "barrier", "behind"])
    }

    @Test(arguments: Kind.allCases) func dependencyThatIsAddedLateMakesItStandAside(_ kind: Kind) async {
        let queue = kind.queue(limit: 1)
        let category = Category()
        let log = Log<String>()
        let (begun, release) = (Latch(), Latch())
        // Without the category: the others have to wait for the slot.
        queue.addOperation(
            AdvancedBlockOperation { _ in
                begun.open()
                release.waitBlocking()
            })
        await begun.wait()
        let first = category.operation(log, "first")
        queue.addOperation(first)
        #expect(await queue.operationCount == 2)
        let second = category.operation(log, "second")
        first.addDependency(second)
        queue.addOperation(second)
        release.open()
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["second", "first"])
    }

    @Test(arguments: Kind.allCases) func longLineComesToItsEnd(_ kind: Kind) async {
        let queue = kind.queue
        let category = Category()
        let log = Log<String>()
        queue.setSuspended(true)
        for index in 0..<20_000 { queue.addOperation(category.operation(log, "\(index)")) }
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == (0..<20_000).map { "\($0)" })
    }

    @Test func namesAreCategoriesToo() async {
        struct Named: SynchronousOperationCondition {
            let name: String
            let isMutuallyExclusive = true
            func evaluateNow(for operation: AdvancedOperation) {}
        }
        let log = Log<String>()
        let (begun, release) = (Latch(), Latch())
        let holder = AdvancedBlockOperation { _ in
            begun.open()
            release.waitBlocking()
        }
        holder.addCondition(Named(name: "ExclusivityTests.a"))
        let queue = Kind.locked.queue
        queue.addOperation(holder)
        await begun.wait()
        let same = log.operation("same", Named(name: "ExclusivityTests.a"))
        let other = log.operation("other", Named(name: "ExclusivityTests.b"))
        queue.addOperations([same, other])
        await other.waitUntilFinished()
        #expect(log.entries == ["other"])
        release.open()
        await same.waitUntilFinished()
    }
}
