import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// What an operation says of itself, started by hand.
struct StateTests {
    private static func flags(_ operation: Operation) -> [Bool] {
        [operation.isReady, operation.isExecuting, operation.isFinished, operation.isCancelled]
    }

    @Test func newOperationIsReadyAndNothingElse() {
        #expect(Self.flags(Operation()) == [true, false, false, false])
        #expect(Self.flags(BlockOperation {}) == [true, false, false, false])
        #expect(Self.flags(Recorder()) == [true, false, false, false])
    }

    @Test func plainOperationFinishesWhenItIsStarted() {
        let operation = Operation()
        operation.start()
        #expect(Self.flags(operation) == [true, false, true, false])
    }

    @Test func mainRunsInTheStartingThread() {
        let operation = Recorder()
        let thread = ObjectIdentifier(Thread.current)
        operation.work = { $0.note(ObjectIdentifier(Thread.current) == thread ? "here" : "elsewhere") }
        operation.start()
        #expect(operation.notes == ["here"])
    }

    @Test func operationExecutesDuringMain() {
        let operation = Recorder()
        operation.work = { $0.note("\(Self.flags($0))") }
        operation.start()
        #expect(operation.notes == ["[true, true, false, false]"])
        #expect(Self.flags(operation) == [true, false, true, false])
    }

    @Test func secondStartDoesNothing() {
        let operation = Recorder()
        operation.start()
        operation.start()
        #expect(operation.notes == ["main"])
        #expect(operation.isFinished)
    }

    @Test func cancelledOperationFinishesWithoutMain() {
        let operation = Recorder()
        operation.cancel()
        #expect(Self.flags(operation) == [true, false, false, true])
        operation.start()
        #expect(Self.flags(operation) == [true, false, true, true])
        #expect(operation.notes == [])
    }

    @Test func operationMayCancelItselfInMain() {
        let operation = Recorder()
        operation.work = { operation in
            operation.cancel()
            operation.note("\(operation.isCancelled)")
        }
        operation.start()
        #expect(operation.notes == ["true"])
        #expect(operation.isCancelled && operation.isFinished)
    }

    @Test func cancelAfterTheEndChangesNothing() {
        let operation = Operation()
        operation.start()
        operation.cancel()
        #expect(!operation.isCancelled)
        #expect(operation.isFinished)
    }

    @Test func cancellingTwiceIsAsOnce() {
        let operation = Operation()
        operation.cancel()
        operation.cancel()
        #expect(Self.flags(operation) == [true, false, false, true])
    }

    @Test func waitingForAFinishedOperationReturns() async {
        let isFinished = await onThread {
            let operation = Operation()
            operation.start()
            operation.waitUntilFinished()
            return operation.isFinished
        }
        #expect(isFinished)
    }

    @Test func waiterIsWokenByTheEnd() async {
        let entries = await onThread {
            let log = Log<String>(), operation = BlockOperation { log.append("main") }, isOver = Latch()
            Thread.detachNewThread {
                operation.waitUntilFinished()
                log.append("waited")
                isOver.open()
            }
            operation.start()
            isOver.wait()
            return log.entries
        }
        #expect(entries == ["main", "waited"])
    }

    @Test func waiterIsWokenByTheEndOfACancelledOperation() async {
        let hasWaited = await onThread {
            let operation = BlockOperation {}, isOver = Latch()
            Thread.detachNewThread {
                operation.waitUntilFinished()
                isOver.open()
            }
            operation.cancel()
            operation.start()
            isOver.wait()
            return operation.isFinished
        }
        #expect(hasWaited)
    }

    @Test func synchronousIsTheDefault() {
        #expect(!Operation().isAsynchronous)
        #expect(!BlockOperation {}.isAsynchronous)
        #expect(FetchOperation(url: URL(fileURLWithPath: "/")).isAsynchronous)
    }

    @Test func nameIsNilUntilItIsSet() {
        let operation = Operation()
        #expect(operation.name == nil)
        operation.name = "resize"
        #expect(operation.name == "resize")
        operation.name = ""
        #expect(operation.name == "")
        operation.name = nil
        #expect(operation.name == nil)
    }

    @Test(arguments: [-8, -4, 0, 4, 8]) func priorityIsKept(rawValue: Int) throws {
        let operation = Operation()
        #expect(operation.queuePriority == .normal)
        operation.queuePriority = try #require(Operation.QueuePriority(rawValue: rawValue))
        #expect(operation.queuePriority.rawValue == rawValue)
    }

    @Test func priorityMayChangeAfterTheEnd() {
        let operation = Operation()
        operation.start()
        operation.queuePriority = .high
        #expect(operation.queuePriority == .high)
    }

    @Test func startByHandLeavesTheCompletionBlockToAnotherThread() async {
        let isElsewhere = await onThread {
            let operation = Operation(), hasRun = Latch(), log = Log<Bool>()
            let thread = ObjectIdentifier(Thread.current)
            operation.completionBlock = {
                log.append(ObjectIdentifier(Thread.current) != thread)
                hasRun.open()
            }
            operation.start()
            hasRun.wait()
            return log.entries
        }
        #expect(isElsewhere == [true])
    }

    @Test func completionBlockCanBeReplaced() async {
        let entries = await onThread {
            let operation = Operation(), hasRun = Latch(), log = Log<Int>()
            operation.completionBlock = { log.append(1) }
            operation.completionBlock = {
                log.append(2)
                hasRun.open()
            }
            operation.start()
            hasRun.wait()
            return log.entries
        }
        #expect(entries == [2])
    }

    @Test func completionBlockCanBeTakenBack() async {
        let entries = await onThread {
            let operation = Operation(), log = Log<Int>(), queue = OperationQueue()
            operation.completionBlock = { log.append(1) }
            #expect(operation.completionBlock != nil)
            operation.completionBlock = nil
            #expect(operation.completionBlock == nil)
            queue.addOperations([operation], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == [])
    }

    @Test func completionBlockSeesTheEnd() async {
        let states = await onThread {
            let operation = BlockOperation {}, hasRun = Latch(), log = Log<[Bool]>()
            operation.completionBlock = { [unowned operation] in
                log.append(Self.flags(operation))
                hasRun.open()
            }
            operation.start()
            hasRun.wait()
            return log.entries
        }
        #expect(states == [[true, false, true, false]])
    }
}
