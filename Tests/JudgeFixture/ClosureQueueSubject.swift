import Foundation
import Operations
import QueueBenchmarking
import QueueConformance

// All that it takes to judge and to measure a serial queue of closures.

extension ClosureQueue: BasicOperationQueue {
    func addOperation(_ operation: Operations.Operation) { add { operation.start() } }
    func addOperation(_ block: @escaping @Sendable () -> Void) { add(block) }

    func waitUntilAllOperationsAreFinished() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.wait()
                continuation.resume()
            }
        }
    }
}

struct ClosureQueueSubject: FixedWidthSubject {
    var flaw = ClosureQueue.Flaw.none
    let fixedWidth = 1
    let summary = "a serial queue of closures"
    let lacksOthersBecause = "it takes closures, and runs them one after the other"

    var name: String { flaw == .none ? "closures" : "closures-\(flaw)" }

    func makeQueue() -> ClosureQueue { ClosureQueue(flaw: flaw) }
}

extension ClosureQueueSubject: BenchmarkSubject {
    var width: QueueWidth { .fixed(1) }
    var driver: QueueDriver<ClosureQueue> { .thread { $0.wait() } }
    func makeQueue(limit: Int) -> ClosureQueue { makeQueue() }
}

/// The same queue, whose closures start by a timer, and which says so.
struct TimedClosureQueueSubject: FixedWidthSubject, ExternalEventSubject {
    let name = "closures-timed"
    let summary = "a serial queue of closures that start by a timer"
    let fixedWidth = 1
    let settlingTime = Duration.milliseconds(200)

    func makeQueue() -> ClosureQueue { ClosureQueue(flaw: .startsLate) }
}
