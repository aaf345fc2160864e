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
            let queue = OperationQueue()
            queue.isSuspended = true
            queue.progress.totalUnitCount = 10
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
        onFoundation(.progressIsUnsynchronised) { #expect(fraction == 0.5) }
    }
}
