import ConcurrencyPrimitives
import Operations

/// An operation that ends when it is told to, also before its start.
final class EndingOperation: Operations.Operation, @unchecked Sendable {
    private let hasEnded = Atomic<Int>(0)

    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { hasEnded.load() == 1 }

    override func start() {}

    func end() {
        hasEnded.store(1)
        didChangeValue(for: \.isFinished)
    }
}
