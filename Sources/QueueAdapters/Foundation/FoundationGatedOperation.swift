private import ConcurrencyPrimitives
package import Foundation

/// Foundation's operation with an overridden `isReady`, which announces by itself.
///
/// `@unchecked Sendable` is Foundation's own, restated as a subclass must; what is added here is immutable or atomic.
package final class FoundationGatedOperation: Foundation.Operation, @unchecked Sendable {
    private let whenAsked: (@Sendable (Bool) -> Void)?
    private let body: @Sendable (Foundation.Operation) -> Void
    private let isOpen = Atomic<UInt64>(0)

    package init(
        whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (Foundation.Operation) -> Void
    ) {
        (self.whenAsked, self.body) = (whenAsked, body)
    }

    package override var isReady: Bool {
        let isReadyOtherwise = super.isReady
        whenAsked?(isReadyOtherwise)
        return isOpen.load() == 1 && isReadyOtherwise
    }

    package override func main() { body(self) }

    /// Lets `isReady` be the superclass's, and announces it.
    package func open() {
        willChangeValue(for: \.isReady)
        isOpen.store(1)
        didChangeValue(for: \.isReady)
    }
}
