#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Announces by the names of the properties, as it is written most of all.
final class KeyedOperation: Operation, @unchecked Sendable {
    private let work: @Sendable (_ operation: Operation, _ done: @escaping @Sendable () -> Void) -> Void
    @Guarded private var _executing = false
    @Guarded private var _finished = false

    init(
        work: @escaping @Sendable (_ operation: Operation, _ done: @escaping @Sendable () -> Void) -> Void
    ) {
        self.work = work
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { _executing }
    override var isFinished: Bool { _finished }

    override func start() {
        if isCancelled { return set(executing: false, finished: true) }
        set(executing: true, finished: false)
        work(self) { [self] in set(executing: false, finished: true) }
    }

    private func set(executing: Bool, finished: Bool) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        _executing = executing
        _finished = finished
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}
