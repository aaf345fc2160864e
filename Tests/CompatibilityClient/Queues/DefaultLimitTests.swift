import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 6.11 and 6.12: what a queue to which nobody has set a limit does with operations that don't compute.
struct DefaultLimitTests {
    @Test(arguments: AsynchronousKind.allCases)
    func asynchronousOperationsRunWithoutBound(kind: AsynchronousKind) async {
        let count = 100
        let most = await onThread {
            let queue = OperationQueue()
            let gauge = Gauge(), haveBegun = Latch(count), mayEnd = Latch()
            for _ in 0..<count {
                queue.addOperation(
                    kind.make { _, done in
                        gauge.enter()
                        Thread.detachNewThread {
                            haveBegun.open()
                            mayEnd.wait()
                            gauge.leave()
                            done()
                        }
                    })
            }
            haveBegun.wait()
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return gauge.maximum
        }
        #expect(most == count)
    }

    @Test func blocksThatWaitForALaterOneEnd() async {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        let ends = await onThread {
            let queue = OperationQueue()
            let log = Log<Int>(), mayEnd = Latch()
            for number in 0..<processors {
                queue.addOperation {
                    mayEnd.wait()
                    log.append(number)
                }
            }
            queue.addOperation { mayEnd.open() }
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(ends.sorted() == Array(0..<processors))
    }

    @Test func limitThatIsSetCountsWhoIsBlocked() async {
        let most = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 2
            let gauge = Gauge(), haveMet = Latch(2)
            for number in 0..<40 {
                queue.addOperation {
                    gauge.enter()
                    // The first two are blocked until both run.
                    if number < 2 {
                        haveMet.open()
                        haveMet.wait()
                    }
                    gauge.leave()
                }
            }
            queue.waitUntilAllOperationsAreFinished()
            return gauge.maximum
        }
        #expect(most == 2)
    }

    @Test func limitThatIsSetLaterCountsWhoseStartHasReturned() async {
        let started = await onThread {
            let queue = OperationQueue()
            let log = Log<Int>(), haveBegun = Latch(3), mayEnd = Latch()
            let operations = (0..<3).map { _ in
                AsynchronousKind.allCases[0].make { _, done in
                    haveBegun.open()
                    Thread.detachNewThread {
                        mayEnd.wait()
                        log.append(1)
                        done()
                    }
                }
            }
            queue.addOperations(operations, waitUntilFinished: false)
            haveBegun.wait()
            queue.maxConcurrentOperationCount = 1
            queue.addOperation { log.append(2) }
            mayEnd.open()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(started == [1, 1, 1, 2])
    }
}
