import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rule 11.5.
struct ProgressTests {
    @Test func progressCountsOneUnitPerOperationOnceATotalIsSet() async {
        let (completed, fraction) = await onThread {
            let queue = OperationQueue.counting(to: 10)
            queue.isSuspended = true
            let areAll = Latch(5)
            for _ in 0..<5 {
                let operation = Operation()
                operation.completionBlock = { areAll.open() }
                queue.addOperation(operation)
            }
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            areAll.wait()
            let progress: Progress = queue.progress
            return (progress.completedUnitCount, progress.fractionCompleted)
        }
        #expect(completed == 5)
        #expect(fraction == 0.5)
    }
}

extension OperationQueue {
    /// A queue whose progress counts to `total`. Foundation's runs one operation at a time: it changes its progress on the
    /// operations' threads without a lock, which may crash.
    static func counting(to total: Int64) -> OperationQueue {
        let queue = OperationQueue()
        queue.progress.totalUnitCount = total
        if Deviation.isFoundation { queue.maxConcurrentOperationCount = 1 }
        return queue
    }
}
