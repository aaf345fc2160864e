import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 9.5, 9.6, 9.8 and 11.6.
struct CompletionTests {
    @Test func completionBlockRunsOnceAfterTheEndAlsoWhenCancelled() async {
        let entries = await onThread {
            let queue = OperationQueue()
            queue.isSuspended = true
            let log = Log<[Bool]>(), areAll = Latch(40)
            let operations = (0..<40).map { _ in Operation() }
            for operation in operations {
                operation.completionBlock = { [unowned operation] in
                    log.append([operation.isFinished, operation.isExecuting])
                    areAll.open()
                }
                queue.addOperation(operation)
            }
            for operation in operations.prefix(20) { operation.cancel() }
            queue.isSuspended = false
            areAll.wait()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == Array(repeating: [true, false], count: 40))
    }

    @Test func completionBlockMayWaitForTheOperationAndItsQueue() async {
        let entries = await onThread {
            let queue = OperationQueue()
            let log = Log<String>(), hasRun = Latch()
            let operation = BlockOperation { log.append("work") }
            operation.completionBlock = { [unowned operation] in
                operation.waitUntilFinished()
                queue.waitUntilAllOperationsAreFinished()
                log.append("completed")
                hasRun.open()
            }
            queue.addOperation(operation)
            hasRun.wait()
            return log.entries
        }
        #expect(entries == ["work", "completed"])
    }

    /// Whoever adds an operation may keep nothing of it but what its completion block reads.
    @Test func completionBlockMayCaptureItsOperationUnowned() async {
        final class Sum: Operation, @unchecked Sendable {
            var result = 0
            override func main() { result = 42 }
        }
        let results = await onThread {
            let queue = OperationQueue(), log = Log<Int>(), areAll = Latch(200)
            for number in 0..<200 {
                let operation = Sum()
                operation.completionBlock = { [unowned operation] in
                    log.append(operation.result)
                    areAll.open()
                }
                if number % 2 == 0 { queue.addOperation(operation) } else { operation.start() }
            }
            areAll.wait()
            return log.entries
        }
        #expect(results == Array(repeating: 42, count: 200))
    }

    @Test func blockOperationEndsAfterAllItsBlocks() async {
        let (entries, count) = await onThread {
            let queue = OperationQueue()
            let log = Log<Int>()
            let operation = BlockOperation { log.append(0) }
            for number in 1..<10 { operation.addExecutionBlock { log.append(number) } }
            let last = BlockOperation { log.append(-1) }
            last.addDependency(operation)
            queue.addOperations([last, operation], waitUntilFinished: true)
            return (log.entries, operation.executionBlocks.count)
        }
        #expect(entries.dropLast().sorted() == Array(0..<10))
        #expect(entries.last == -1)
        #expect(count == 10)
    }

    @Test func completionBlockIsReleasedOnceItHasRun() async {
        let isKept = await onThread {
            let queue = OperationQueue()
            let hasRun = Latch()
            let operation = Operation()
            operation.completionBlock = { hasRun.open() }
            queue.addOperation(operation)
            hasRun.wait()
            queue.waitUntilAllOperationsAreFinished()
            return operation.completionBlock != nil
        }
        onFoundation(.completionBlockIsKept) { #expect(!isKept) }
    }

    /// With Foundation the first block would wait for ever.
    @Test(.skipped(.blocksRunInTurn))
    func blocksOfOneOperationRunConcurrently() async {
        let met = await onThread {
            let areBoth = Latch(2), log = Log<Int>()
            let meet: @Sendable (Int) -> Void = { number in
                areBoth.open()
                areBoth.wait()
                log.append(number)
            }
            let operation = BlockOperation { meet(0) }
            operation.addExecutionBlock { meet(1) }
            OperationQueue().addOperations([operation], waitUntilFinished: true)
            return log.entries
        }
        #expect(met.sorted() == [0, 1])
    }
}
