#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Starts connections from the main thread, whose run loop goes on meanwhile, and prints how each has ended.
///
/// A program of its own, since no test runs on the main thread.
@main struct ClientProgram {
    enum Moment: CaseIterable {
        case never, beforeTheStart, onTheFirstPart, onTheLastPart, atOnceFromTheMainThread
    }

    enum Start: CaseIterable {
        case byHand, byAQueue
    }

    static func main() {
        RunLoop.main.keepAlive()
        print(queueInUse)
        print("on the main thread: \(Thread.isMainThread)")
        for callbacks in Connection.Callbacks.allCases {
            for start in Start.allCases {
                for moment in Moment.allCases {
                    print("\(callbacks) \(start) \(moment): \(end(callbacks, start, moment))")
                }
            }
        }
    }

    /// How a connection ends that is started so and cancelled then.
    private static func end(_ callbacks: Connection.Callbacks, _ start: Start, _ moment: Moment) -> String {
        let completions = Log<Bool>()
        let operation = ConnectionOperation(URL(string: "http://localhost/")!, callbacks: callbacks) {
            operation, parts in
            if moment == .onTheFirstPart && parts == 1 { operation.cancel() }
            if moment == .onTheLastPart && parts == Connection.parts.count { operation.cancel() }
        }
        operation.completionBlock = { [unowned operation] in
            let isFinished = operation.isFinished
            // What the main dispatch queue does ends a run of the loop; what a timer does, doesn't.
            DispatchQueue.main.async { completions.append(isFinished) }
        }
        if moment == .beforeTheStart { operation.cancel() }
        let queue = OperationQueue()
        switch start {
        case .byHand: operation.start()
        case .byAQueue: queue.addOperation(operation)
        }
        if moment == .atOnceFromTheMainThread { operation.cancel() }
        while completions.entries.isEmpty {
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
        queue.waitUntilAllOperationsAreFinished()
        guard completions.entries == [true], operation.isFinished, !operation.isExecuting else {
            return "not ended"
        }
        // Who comes at once may come first or last, and nothing else (rule 2.14).
        if moment == .atOnceFromTheMainThread {
            return operation.isComplete || operation.isCancelled ? "ended" : "incomplete"
        }
        return (operation.isCancelled ? "cancelled" : "not cancelled")
            + (operation.isComplete ? ", whole" : ", \(operation.data.count) bytes")
    }
}
