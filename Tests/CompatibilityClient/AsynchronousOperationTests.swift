import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 1.13 to 1.15, 2.17 and 9.5, by operations as people write them.
struct AsynchronousOperationTests {
    @Test(arguments: AsynchronousKind.allCases)
    func asynchronousOperationOccupiesItsSlotUntilItFinishes(kind: AsynchronousKind) async {
        let (entries, most) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let log = Log<Int>(), gauge = Gauge()
            for number in 0..<50 {
                queue.addOperation(
                    kind.make { _, done in
                        gauge.enter()
                        Thread.detachNewThread {
                            log.append(number)
                            gauge.leave()
                            done()
                        }
                    })
            }
            queue.waitUntilAllOperationsAreFinished()
            return (log.entries, gauge.maximum)
        }
        #expect(entries == Array(0..<50))
        #expect(most == 1)
    }

    @Test(arguments: AsynchronousKind.allCases)
    func dependentsWaitUntilItsEndIsAnnounced(kind: AsynchronousKind) async {
        let log = await onThread {
            let queue = OperationQueue()
            let log = Log<String>(), mayEnd = Latch(), hasReturned = Latch()
            let first = kind.make { operation, done in
                Thread.detachNewThread {
                    mayEnd.wait()
                    log.append("\(operation.isExecuting) \(operation.isFinished)")
                    done()
                }
                hasReturned.open()
            }
            let second = BlockOperation { log.append("second, \(first.isExecuting) \(first.isFinished)") }
            second.addDependency(first)
            queue.addOperations([second, first], waitUntilFinished: false)
            hasReturned.wait()
            log.append("\(second.isReady)")
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(log == ["false", "true false", "second, false true"])
    }

    @Test(arguments: AsynchronousKind.allCases)
    func operationCancelledBeforeItsStartNeverWorks(kind: AsynchronousKind) async {
        let (works, completions, states) = await onThread {
            let queue = OperationQueue()
            queue.isSuspended = true
            let works = Log<Int>(), completions = Log<Int>(), areAll = Latch(20)
            let operations = (0..<20).map { number in
                let operation = kind.make { _, done in
                    works.append(number)
                    done()
                }
                operation.completionBlock = {
                    completions.append(number)
                    areAll.open()
                }
                return operation
            }
            operations.forEach(queue.addOperation)
            for operation in operations where operation !== operations[7] { operation.cancel() }
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            areAll.wait()
            let states = operations.map { [$0.isCancelled, $0.isExecuting, $0.isFinished] }
            return (works.entries, completions.entries, states)
        }
        #expect(works == [7])
        #expect(completions.sorted() == Array(0..<20))
        for (number, states) in states.enumerated() {
            #expect(states == [number != 7, false, true], "\(number)")
        }
    }

    /// Rules 1.6 to 1.8: without a queue.
    @Test(arguments: AsynchronousKind.allCases)
    func operationCanBeStartedByHand(kind: AsynchronousKind) async {
        let (states, ended) = await onThread {
            let mayEnd = Latch(), hasEnded = Latch()
            let operation = kind.make { _, done in
                Thread.detachNewThread {
                    mayEnd.wait()
                    done()
                }
            }
            operation.completionBlock = { hasEnded.open() }
            var states = [[operation.isExecuting, operation.isFinished]]
            operation.start()
            states.append([operation.isExecuting, operation.isFinished])
            mayEnd.open()
            operation.waitUntilFinished()
            hasEnded.wait()
            return (states, [operation.isExecuting, operation.isFinished])
        }
        #expect(states == [[false, false], [true, false]])
        #expect(ended == [false, true])
    }
}
