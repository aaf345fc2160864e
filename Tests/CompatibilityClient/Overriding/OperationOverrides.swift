#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Subclasses of an operation that override one thing.
enum Overriding {
    final class Quality: Operation, @unchecked Sendable {
        override var qualityOfService: QualityOfService {
            get { .userInitiated }
            set {}
        }
    }

    final class ObservedQuality: Operation, @unchecked Sendable {
        @Guarded private(set) var seen: [QualityOfService] = []

        override var qualityOfService: QualityOfService {
            didSet { seen.append(qualityOfService) }
        }
    }

    final class Described: Operation, @unchecked Sendable {
        private let text: String

        init(_ text: String) { self.text = text }

        override var description: String { "<\(text)>" }
        override var debugDescription: String { "<\(text), debugged>" }
    }

    /// Equal to others with its number.
    final class Keyed: Operation, @unchecked Sendable {
        private let number: Int
        @Guarded private(set) var runs = 0

        init(_ number: Int) { self.number = number }

        override func isEqual(_ object: Any?) -> Bool { (object as? Keyed)?.number == number }
        override var hash: Int { number }
        override func main() { runs += 1 }
    }

    final class WrappedCompletion: Operation, @unchecked Sendable {
        @Guarded private(set) var wrapped = 0

        override var completionBlock: (@Sendable () -> Void)? {
            get { super.completionBlock }
            set {
                guard let block = newValue else {
                    super.completionBlock = nil
                    return
                }
                super.completionBlock = { [unowned self] in
                    wrapped += 1
                    block()
                }
            }
        }
    }

    final class Named: Operation, @unchecked Sendable {
        override var name: String? {
            get { "named" }
            set {}
        }
    }

    final class Urgent: Operation, @unchecked Sendable {
        override var queuePriority: Operation.QueuePriority {
            get { .veryHigh }
            set { super.queuePriority = .veryHigh }
        }
    }

    final class Watchful: Recorder, @unchecked Sendable {
        override func addDependency(_ op: Operation) {
            note("add")
            super.addDependency(op)
        }

        override func removeDependency(_ op: Operation) {
            note("remove")
            super.removeDependency(op)
        }

        override func waitUntilFinished() {
            note("wait")
            super.waitUntilFinished()
        }

        override func cancel() {
            note("cancel")
            super.cancel()
        }
    }

    final class Started: Recorder, @unchecked Sendable {
        override func start() {
            note("start")
            super.start()
            note("started")
        }
    }

    final class NeverCancelled: Operation, @unchecked Sendable {
        override var isCancelled: Bool { false }
    }

    final class Numbered: Operation, @unchecked Sendable {
        let number: Int

        init(number: Int) { self.number = number }
    }

    class Child: Recorder, @unchecked Sendable {}

    final class Grandchild: Child, @unchecked Sendable {
        override func main() {
            note("grandchild")
            super.main()
        }
    }

    /// Keeps what its work returns.
    final class Producing<Value: Sendable>: Operation, @unchecked Sendable {
        private let work: @Sendable () -> Value
        @Guarded private(set) var value: Value?

        init(work: @escaping @Sendable () -> Value) { self.work = work }

        override func main() { value = work() }
    }
}
