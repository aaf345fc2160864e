#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// A library that knows Foundation's types alone.
enum ThirdParty {
    /// Has `work` run on a queue, and waits for it.
    static func run(on queue: Foundation.OperationQueue, _ work: @escaping @Sendable () -> Void) {
        queue.addOperation(work)
        queue.waitUntilAllOperationsAreFinished()
    }

    /// An operation that does `work`.
    static func makeOperation(_ work: @escaping @Sendable () -> Void) -> Foundation.Operation {
        Foundation.BlockOperation(block: work)
    }

    /// Its own queue.
    static let queue = Foundation.OperationQueue()
}

/// An asynchronous operation of a library.
final class LibraryOperation: Foundation.Operation, @unchecked Sendable {
    @Guarded private var executing = false
    @Guarded private var finished = false
    private let work: @Sendable (LibraryOperation) -> Void

    init(work: @escaping @Sendable (LibraryOperation) -> Void) { self.work = work }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { executing }
    override var isFinished: Bool { finished }

    override func start() {
        if isCancelled { return end() }
        set(executing: true, finished: false)
        work(self)
    }

    func end() { set(executing: false, finished: true) }

    private func set(executing: Bool, finished: Bool) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        self.executing = executing
        self.finished = finished
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}

#if !DROP_IN && !ALIASED
// With Foundation itself there is nothing to bridge.
extension OperationQueue {
    var foundationQueue: OperationQueue { self }
    var dropInQueue: OperationQueue { self }
}
#endif
