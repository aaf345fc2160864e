import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// Operations that share categories and that a stopped queue, to which nobody comes, has been given.
extension ExclusivityTests {
    /// A queue that is suspended, and that something waits in.
    private func stoppedQueue(_ kind: Kind) -> Queue {
        let queue = kind.queue
        queue.setSuspended(true)
        queue.addOperation {}
        return queue
    }

    @Test(arguments: Kind.allCases) func whatBecomesEligibleInAStoppedQueueHoldsUpNobody(_ kind: Kind) async {
        let (stopped, other) = (stoppedQueue(kind), Kind.locked.queue)
        let category = Category()
        let log = Log<String>()
        let gate = log.operation("gate")
        let late = category.operation(log, "late")
        late.addDependency(gate)
        stopped.addOperation(late)
        other.addOperation(gate)
        await other.waitUntilAllOperationsAreFinished()
        let last = category.operation(log, "last")
        other.addOperation(last)
        await last.waitUntilFinished()
        stopped.setSuspended(false)
        await stopped.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["gate", "last", "late"])
    }

    /// Said twice, a category is one.
    @Test(arguments: Kind.allCases) func repeatedCategoryCountsOnce(_ kind: Kind) async {
        let (queue, log) = (kind.queue, Log<String>())
        let (first, second) = (Category(), Category())
        let both = first.operation(log, "both")
        for _ in 0..<2 { both.addCondition(second.condition) }
        queue.addOperation(both)
        queue.addOperation(second.operation(log, "second"))
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["both", "second"])
    }

    /// A resumed queue goes on in the order in which it learned that nothing else held them back.
    @Test(arguments: Kind.allCases) func resumedQueueKeepsTheOrderOfBecomingEligible(_ kind: Kind) async {
        let (queue, log, category) = (kind.queue, Log<String>(), Category())
        queue.setSuspended(true)
        let gate = log.operation("gate")
        let late = category.operation(log, "late")
        late.addDependency(gate)
        queue.addOperation(late)
        queue.addOperation(category.operation(log, "early"))
        // An actor takes in later what it is told.
        _ = await queue.operationCount
        let other = Kind.locked.queue
        other.addOperation(gate)
        await other.waitUntilAllOperationsAreFinished()
        _ = await queue.operationCount
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["gate", "early", "late"])
    }

    /// What has its turn doesn't wait for those with long paths: others in other queues may wait for it.
    @Test func whatHasItsTurnGoesFirstWhereTheLongestPathDoes() async {
        let queue = LockedOperationQueue(strategy: .criticalPath)
        let (began, mayEnd) = (Latch(), Latch())
        queue.maxConcurrentOperationCount = 2
        queue.addOperation {
            began.open()
            mayEnd.waitBlocking()
        }
        await began.wait()
        queue.isSuspended = true
        let log = Log<String>()
        let (first, second) = (log.operation("first"), log.operation("second"))
        second.addDependency(first)
        let exclusive = Category().operation(log, "exclusive")
        for operation in [first, second, exclusive] { queue.addOperation(operation) }
        queue.isSuspended = false
        for operation in [first, second, exclusive] { await operation.waitUntilFinished() }
        mayEnd.open()
        #expect(log.entries == ["exclusive", "first", "second"])
    }

    private struct Passing: OperationCondition {
        let name = "Passing"
        let mayPass: Latch
        func evaluate(for operation: AdvancedOperation) async { await mayPass.wait() }
    }

    @Test(arguments: Kind.allCases)
    func whatPassesItsConditionsInAStoppedQueueHoldsUpNobody(_ kind: Kind) async {
        let (stopped, other) = (stoppedQueue(kind), Kind.locked.queue)
        let category = Category()
        let log = Log<String>()
        let mayPass = Latch()
        let late = category.operation(log, "late")
        late.addCondition(Passing(mayPass: mayPass))
        stopped.addOperation(late)
        mayPass.open()
        while !late.isReady { await Task.yield() }
        let last = category.operation(log, "last")
        other.addOperation(last)
        await last.waitUntilFinished()
        stopped.setSuspended(false)
        await stopped.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["last", "late"])
    }

    @Test(arguments: Kind.allCases)
    func placeInALineOfAStoppedQueueHoldsUpNobodyInAnother(_ kind: Kind) async {
        let (stopped, other) = (stoppedQueue(kind), Kind.locked.queue(limit: 2))
        let (held, free) = (Category(), Category())
        let log = Log<String>()
        let (begun, release) = (Latch(), Latch())
        other.addOperation(
            held.operation(log, "holder") {
                begun.open()
                release.waitBlocking()
            })
        await begun.wait()
        let both = held.operation(log, "both")
        both.addCondition(free.condition)
        stopped.addOperation(both)
        let last = free.operation(log, "last")
        other.addOperation(last)
        await last.waitUntilFinished()
        release.open()
        stopped.setSuspended(false)
        await stopped.waitUntilAllOperationsAreFinished()
        #expect(log.entries == ["holder", "last", "both"])
    }
}
