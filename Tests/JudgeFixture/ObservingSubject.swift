import ConcurrencyPrimitives
import OperationQueues
import Operations
import QueueConformance

/// A subject that claims one capability of family 12, by operations of its own.
struct ObservingSubject: OperationObserverSubject {
    /// Whether observers are notified of the start, too, of an operation that was cancelled.
    var tellsStartOfCancelled = false

    var name: String { tellsStartOfCancelled ? "observing-flawed" : "observing" }
    let summary = "a subject of the tests"

    func makeQueue() -> LockedOperationQueue { LockedOperationQueue() }

    func makeAdvancedOperation(
        _ body: @escaping @Sendable (Operation) throws -> Void
    ) -> Operation {
        ToldOperation(tellsStartOfCancelled, body)
    }

    func addObserver(
        to operation: Operation, _ handler: @escaping @Sendable (ObservedEvent<Operation>) -> Void
    ) {
        (operation as! ToldOperation).add(handler)
    }
}

/// Tells its observers of the start in `main`, and of the end in its completion block.
///
/// `@unchecked Sendable`: its fields are constants and a mutex.
private final class ToldOperation: Operation, @unchecked Sendable {
    typealias Observer = @Sendable (ObservedEvent<Operation>) -> Void

    private let observers = Mutex<[Observer]?>([])
    private let body: @Sendable (Operation) throws -> Void

    init(_ tellsStartOfCancelled: Bool, _ body: @escaping @Sendable (Operation) throws -> Void) {
        self.body = body
        super.init()
        completionBlock = { [unowned self] in
            let observers = observers.withLock { $0.take() } ?? []
            if tellsStartOfCancelled, isCancelled { for observer in observers { observer(.started) } }
            for observer in observers { observer(.finished([])) }
        }
    }

    func add(_ observer: @escaping Observer) { observers.withLock { $0?.append(observer) } }

    override func main() {
        for observer in observers.withLock({ $0 ?? [] }) { observer(.started) }
        try? body(self)
    }
}
