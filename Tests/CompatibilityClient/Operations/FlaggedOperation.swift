#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// An asynchronous operation with a stored flag for each state, announced before and after its change.
class FlaggedOperation: Operation, @unchecked Sendable {
    typealias Work = @Sendable (_ operation: Operation, _ done: @escaping @Sendable () -> Void) -> Void

    private let work: Work
    @Guarded private var _executing = false
    @Guarded private var _finished = false

    init(work: @escaping Work) {
        self.work = work
        super.init()
    }

    override var isAsynchronous: Bool { true }

    override private(set) var isExecuting: Bool {
        get { _executing }
        set {
            willChangeValue(for: \Operation.isExecuting)
            _executing = newValue
            didChangeValue(for: \Operation.isExecuting)
        }
    }

    override private(set) var isFinished: Bool {
        get { _finished }
        set {
            willChangeValue(for: \Operation.isFinished)
            _finished = newValue
            didChangeValue(for: \Operation.isFinished)
        }
    }

    override func start() {
        if isCancelled {
            isFinished = true
            return
        }
        isExecuting = true
        work(self) { [self] in
            isExecuting = false
            isFinished = true
        }
    }
}
