import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 6.1, 8.3, 8.10 and 9.1: one queue that many threads use at once.
struct ManyThreadsTests {
    @Test func everyOperationOfEveryThreadRunsOnce() async {
        let threads = 8, each = 250
        let (runs, most, remaining) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 3
            let log = Log<Int>(), gauge = Gauge(), haveAdded = Latch(threads)
            for thread in 0..<threads {
                Thread.detachNewThread {
                    for number in 0..<each {
                        queue.addOperation {
                            gauge.enter()
                            log.append(thread * each + number)
                            gauge.leave()
                        }
                    }
                    haveAdded.open()
                }
            }
            haveAdded.wait()
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries, gauge.maximum, queue.operationCount)
        }
        #expect(runs.sorted() == Array(0..<threads * each))
        #expect(most <= 3)
        #expect(remaining == 0)
    }

    @Test func eachThreadWaitsForItsOwnOperations() async {
        let threads = 6
        let missing = await onThread {
            let queue = OperationQueue()
            let missing = Log<Int>(), areDone = Latch(threads)
            for _ in 0..<threads {
                Thread.detachNewThread {
                    for _ in 0..<20 {
                        let runs = Log<Int>()
                        let operations = (0..<10).map { number in BlockOperation { runs.append(number) } }
                        queue.addOperations(operations, waitUntilFinished: true)
                        missing.append(10 - Set(runs.entries).count)
                        missing.append(operations.filter { !$0.isFinished || $0.isExecuting }.count)
                    }
                    areDone.open()
                }
            }
            areDone.wait()
            return missing.entries
        }
        #expect(missing == Array(repeating: 0, count: threads * 20 * 2))
    }

    /// Some add, some cancel, some suspend and resume: nothing is lost, and what ran ran once (rule 7.5).
    @Test func concurrentAddCancelAndSuspendLoseNothing() async {
        let (runs, completed, cancelled) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 2
            let runs = Log<Int>(), completed = Log<Int>(), areAll = Latch(400), areDone = Latch(6)
            let operations = (0..<400).map { number in
                let operation = BlockOperation { runs.append(number) }
                operation.completionBlock = {
                    completed.append(number)
                    areAll.open()
                }
                return operation
            }
            for part in 0..<4 {
                Thread.detachNewThread {
                    for number in stride(from: part, to: 400, by: 4) {
                        queue.addOperation(operations[number])
                    }
                    areDone.open()
                }
            }
            Thread.detachNewThread {
                for number in (0..<400).reversed() where number % 3 == 0 { operations[number].cancel() }
                areDone.open()
            }
            Thread.detachNewThread {
                for _ in 0..<100 {
                    queue.isSuspended = true
                    queue.isSuspended = false
                }
                areDone.open()
            }
            areDone.wait()
            areAll.wait()
            queue.waitUntilAllOperationsAreFinished()
            return (runs.entries, completed.entries, (0..<400).filter { operations[$0].isCancelled })
        }
        #expect(completed.sorted() == Array(0..<400))
        #expect(Set(runs).count == runs.count)
        // Who wasn't cancelled in time has run.
        #expect(Set(runs).union(cancelled) == Set(0..<400))
        #expect(cancelled.allSatisfy { $0 % 3 == 0 })
    }

    @Test func everyWaiterIsWoken() async {
        let woken = await onThread {
            let queue = OperationQueue()
            let mayEnd = Latch(), areWoken = Latch(10), log = Log<Bool>()
            let operation = BlockOperation { mayEnd.wait() }
            queue.addOperation(operation)
            for number in 0..<10 {
                Thread.detachNewThread {
                    if number % 2 == 0 {
                        operation.waitUntilFinished()
                    } else {
                        queue.waitUntilAllOperationsAreFinished()
                    }
                    log.append(operation.isFinished)
                    areWoken.open()
                }
            }
            let before = log.entries.count
            mayEnd.open()
            areWoken.wait()
            return (before, log.entries)
        }
        #expect(woken.0 == 0)
        #expect(woken.1 == Array(repeating: true, count: 10))
    }
}
