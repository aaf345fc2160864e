#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// An asynchronous operation with one state, whose observers announce what has changed with it.
class StatefulOperation: Operation, @unchecked Sendable {
    enum State: Sendable {
        case ready, executing, finished

        var keyPath: KeyPath<Operation, Bool> {
            switch self {
            case .ready: \Operation.isReady
            case .executing: \Operation.isExecuting
            case .finished: \Operation.isFinished
            }
        }
    }

    typealias Work = @Sendable (_ operation: Operation, _ done: @escaping @Sendable () -> Void) -> Void

    private let work: Work

    @Guarded private var state = State.ready {
        willSet {
            willChangeValue(for: newValue.keyPath)
            willChangeValue(for: state.keyPath)
        }
        didSet {
            didChangeValue(for: oldValue.keyPath)
            didChangeValue(for: state.keyPath)
        }
    }

    init(work: @escaping Work) { self.work = work }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state == .executing }
    override var isFinished: Bool { state == .finished }

    override func start() {
        guard !isCancelled else {
            state = .finished
            return
        }
        state = .executing
        main()
    }

    override func main() {
        work(self) { [weak self] in self?.state = .finished }
    }
}
