import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// Groups, each test with both kinds of inner queue.
struct GroupTests {
    @Test(arguments: Kind.allCases) func groupFinishesAfterItsOperationsAndWhatTheyProduce(_ kind: Kind) async
    {
        let log = Log<String>()
        let produced = AdvancedTaskOperation { _ in
            await Task.yield()
            log.append("produced")
            throw TestError(number: 2)
        }
        let producer = AdvancedBlockOperation { operation in
            log.append("producer")
            operation.produceOperation(produced)
            throw TestError(number: 1)
        }
        let group = GroupOperation(operations: [producer, log.operation("child")], on: kind.ofGroup)
        group.addObserver(BlockObserver(finishHandler: { _, _ in log.append("group") }))
        let outer = Kind.locked.queue(limit: 1)
        outer.addOperation(group)
        await outer.waitUntilAllOperationsAreFinished()
        #expect(Set(log.entries.dropLast()) == ["producer", "child", "produced"] && log.entries.count == 4)
        #expect(log.entries.last == "group")
        #expect(group.errors.compactMap { ($0 as? TestError)?.number }.sorted() == [1, 2])
    }

    /// Who lets go of a group lets go of its own list, and of no other's.
    @Test(arguments: Kind.allCases) func groupKeepsItsOperationsWhenOneThatHeldItIsGone(_ kind: Kind) async {
        let log = Log<String>()
        let inner = GroupOperation(operations: [log.operation("child")], on: kind.ofGroup)
        do { _ = GroupOperation(operations: [inner], on: kind.ofGroup) }
        Kind.locked.queue.addOperation(inner)
        await inner.waitUntilFinished()
        #expect(log.entries == ["child"])
    }

    /// Also one that observes only since the operation is in the group.
    @Test(arguments: Kind.allCases) func observerOfTheLastChildIsToldBeforeTheGroupEnds(_ kind: Kind) async {
        let log = Log<String>()
        let child = log.operation("child")
        let group = GroupOperation(operations: [child], on: kind.ofGroup)
        let isTaken = Log<Bool>()
        child.addObserver(
            BlockObserver(finishHandler: { _, _ in isTaken.append(group.addOperation(log.operation("more"))) }
            ))
        let outer = Kind.locked.queue(limit: 1)
        outer.addOperation(group)
        await outer.waitUntilAllOperationsAreFinished()
        #expect(isTaken.entries == [true] && log.entries == ["child", "more"])
    }

    @Test(arguments: Kind.allCases) func cancellingAGroupBeforeItsStartCancelsWhatItsQueueHolds(_ kind: Kind)
        async
    {
        let log = Log<String>()
        let group = GroupOperation(on: kind.ofGroup)
        let child = log.operation("child")
        group.innerQueue.setSuspended(true)
        group.innerQueue.addOperation(child)
        group.cancel()
        group.innerQueue.setSuspended(false)
        Kind.locked.queue.addOperation(group)
        await group.waitUntilFinished()
        await child.waitUntilFinished()
        #expect(log.entries.isEmpty && child.isCancelled)
    }

    @Test(arguments: Kind.allCases) func cancellingAGroupCancelsItsOperations(_ kind: Kind) async {
        let log = Log<String>()
        let begun = Latch()
        let running = AdvancedTaskOperation { _ in
            begun.open()
            while !Task.isCancelled { await Task.yield() }
        }
        let waiting = log.operation("waiting")
        waiting.addDependency(running)
        let group = GroupOperation(operations: [waiting, running], on: kind.ofGroup)
        Kind.locked.queue.addOperation(group)
        await begun.wait()
        group.cancel()
        await group.waitUntilFinished()
        #expect(running.isCancelled && waiting.isCancelled && waiting.isFinished && log.entries.isEmpty)
        #expect(!group.addOperation(log.operation("too late")))
    }

    @Test(arguments: Kind.allCases) func groupThatNeverRunsEndsItsOperations(_ kind: Kind) async {
        let log = Log<String>()
        let children = (0..<4).map { log.operation("\($0)") }
        let cancelled = GroupOperation(operations: Array(children[0..<2]), on: kind.ofGroup)
        cancelled.addObserver(log.observer)
        cancelled.cancel()
        #expect(children[0].isCancelled && children[1].isCancelled)
        let failed = GroupOperation(operations: Array(children[2..<4]), on: kind.ofGroup)
        failed.addCondition(BlockCondition { false })
        let dependent = BlockOperation {}
        dependent.addDependency(children[3])
        let queue = kind.queue
        queue.addOperations([cancelled, failed, dependent])
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["cancelled", "will finish 0", "did finish 0"])
        #expect(children.allSatisfy { $0.isFinished && $0.isCancelled })
        #expect(failed.errors.count == 1 && !failed.isCancelled)
    }

    @Test(arguments: Kind.allCases) func cancellingAGroupWhileItAddsReachesAll(_ kind: Kind) async {
        for _ in 0..<100 {
            let log = Log<String>()
            let group = GroupOperation(on: kind.ofGroup, staysOpen: true)
            group.setMaxConcurrentOperationCount(1)
            let operations = (0..<20).map { _ in log.operation("ran") }
            Kind.locked.queue.addOperation(group)
            let adder = Task { for operation in operations { group.addOperation(operation) } }
            group.cancel()
            await adder.value
            group.close()
            await group.waitUntilFinished()
            #expect(operations.allSatisfy { $0.isFinished })
            #expect(log.entries.count + operations.count { $0.isCancelled } >= 20)
        }
    }

    @Test(arguments: Kind.allCases) func nothingRunsThatJoinsACancelledGroup(_ kind: Kind) async {
        let log = Log<String>()
        let (begun, mayProduce) = (Latch(), Latch())
        let running = AdvancedTaskOperation { operation in
            begun.open()
            await mayProduce.wait()
            for _ in 0..<100 { operation.produceOperation(log.operation("produced")) }
        }
        let group = GroupOperation(operations: [running], on: kind.ofGroup)
        Kind.locked.queue.addOperation(group)
        await begun.wait()
        group.cancel()
        for _ in 0..<100 {
            group.addOperation(log.operation("added"))
            group.innerQueue.addOperation(log.operation("added to the queue"))
        }
        mayProduce.open()
        await group.waitUntilFinished()
        #expect(log.entries.isEmpty)
    }

    @Test(arguments: Kind.allCases) func limitAndSuspensionAreThoseOfTheInnerQueue(_ kind: Kind) async {
        let log = Log<String>()
        let group = GroupOperation(on: kind.ofGroup)
        for name in ["1", "2", "3"] { group.addOperation(log.operation(name)) }
        group.setMaxConcurrentOperationCount(0)
        group.setSuspended(true)
        let started = Latch()
        group.addObserver(BlockObserver(startHandler: { _ in started.open() }))
        Kind.locked.queue.addOperation(group)
        await started.wait()
        group.setSuspended(false)
        group.addOperation(log.operation("4"))
        #expect(log.entries.isEmpty && !group.isFinished)
        group.setMaxConcurrentOperationCount(1)
        await group.waitUntilFinished()
        #expect(log.entries.sorted() == ["1", "2", "3", "4"])
    }

    @Test(arguments: Kind.allCases) func openGroupTakesOperationsUntilItIsClosed(_ kind: Kind) async {
        let log = Log<String>()
        let group = GroupOperation(on: kind.ofGroup, staysOpen: true)
        Kind.locked.queue.addOperation(group)
        for name in ["1", "2"] {
            let operation = log.operation(name)
            #expect(group.addOperation(operation))
            await operation.waitUntilFinished()
        }
        #expect(!group.isFinished)
        let last = log.operation("3")
        group.innerQueue.addOperation(last)
        group.close()
        await group.waitUntilFinished()
        #expect(last.isFinished && log.entries == ["1", "2", "3"])
        group.close()
    }

    @Test func emptyGroupFinishes() async {
        let group = GroupOperation()
        Kind.actor.queue.addOperation(group)
        await group.waitUntilFinished()
        let byHand = GroupOperation(operations: [BlockOperation {}])
        byHand.start()
        await byHand.waitUntilFinished()
    }

    private func nested(_ depth: Int, _ kind: Kind, _ innermost: Operation) -> GroupOperation {
        var group = GroupOperation(operations: [innermost], on: kind.ofGroup)
        for _ in 1..<depth { group = GroupOperation(operations: [group], on: kind.ofGroup) }
        return group
    }

    @Test(arguments: Kind.allCases) func groupsMayBeNestedDeeply(_ kind: Kind) async {
        let log = Log<String>()
        let failing = AdvancedBlockOperation { _ in throw TestError() }
        let group = nested(1_000, kind, failing)
        Kind.locked.queue(limit: 1).addOperation(group)
        await group.waitUntilFinished()
        #expect(group.errors.count == 1)

        let (begun, innermost) = (Latch(), log.operation("innermost"))
        let running = AdvancedTaskOperation { _ in
            begun.open()
            while !Task.isCancelled { await Task.yield() }
        }
        innermost.addDependency(running)
        let cancelled = nested(
            1_000, kind, GroupOperation(operations: [running, innermost], on: kind.ofGroup))
        Kind.locked.queue.addOperation(cancelled)
        await begun.wait()
        cancelled.cancel()
        await cancelled.waitUntilFinished()
        #expect(innermost.isCancelled && log.entries.isEmpty)
    }

    @Test func nestedGroupsThatNeverRunAreReleasedWithoutRecursion() async {
        final class Canary: Sendable {
            let gone: Latch
            init(_ gone: Latch) { self.gone = gone }
            deinit { gone.open() }
        }
        let gone = Latch()
        // On a thread whose stack is small.
        WorkerThread.start {
            let canary = Canary(gone)
            _ = self.nested(20_000, .locked, BlockOperation { _ = canary })
        }
        await gone.wait()
    }

    @Test(arguments: Kind.allCases) func groupAndItsQueueAreReleasedAfterTheEnd(_ kind: Kind) async {
        weak var group: GroupOperation?
        let ended = Latch()
        do {
            let made = GroupOperation(
                operations: [BlockOperation {}, AdvancedBlockOperation { _ in }], on: kind.ofGroup)
            group = made
            made.completionBlock = { ended.open() }
            Kind.locked.queue.addOperation(made)
            await made.waitUntilFinished()
        }
        await ended.wait()
        while group != nil { await Task.yield() }
    }
}
