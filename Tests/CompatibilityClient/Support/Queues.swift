#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

extension OperationQueue {
    /// A queue that runs one operation at a time, and none until it is resumed.
    static func held() -> OperationQueue {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        return queue
    }

    /// Resumes the queue, and blocks the calling thread until it is empty.
    func drain() {
        isSuspended = false
        waitUntilAllOperationsAreFinished()
    }
}
