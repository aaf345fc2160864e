#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// What a queue is given to do.
enum TimedProgram: String, CaseIterable {
    case asynchronous = "async-100"
    case blocking = "blocking-100"
    case oneMore = "n+1"
    case limited = "limit-2"

    /// For how long each operation lasts, in seconds.
    private static let duration = 0.3

    /// How many seconds the program may take.
    var deadline: Double {
        // The others end even if a queue runs one operation at a time.
        self == .oneMore ? 20 : 120
    }

    /// Runs the program on a new queue, and returns when the queue is empty.
    func run(on queue: OperationQueue) {
        switch self {
        case .asynchronous:
            for _ in 0..<100 {
                queue.addOperation(
                    ClosureOperation { _, done in
                        DispatchQueue.global().asyncAfter(deadline: .now() + Self.duration, execute: done)
                    })
            }
        case .blocking:
            Self.addBlocking(100, to: queue)
        case .oneMore:
            let count = ProcessInfo.processInfo.activeProcessorCount
            let semaphore = DispatchSemaphore(value: 0)
            for _ in 0..<count { queue.addOperation { semaphore.wait() } }
            queue.addOperation { for _ in 0..<count { semaphore.signal() } }
        case .limited:
            queue.maxConcurrentOperationCount = 2
            Self.addBlocking(10, to: queue)
        }
        queue.waitUntilAllOperationsAreFinished()
    }

    private static func addBlocking(_ count: Int, to queue: OperationQueue) {
        for _ in 0..<count { queue.addOperation { Thread.sleep(forTimeInterval: duration) } }
    }
}
