private import Foundation

/// Foundation's operation with an overridden `start`, which announces by itself.
///
/// `@unchecked Sendable` is Foundation's own, restated as a subclass must; what is added here is immutable.
package final class FoundationStartOverrideOperation: FoundationConcurrentOperation, @unchecked Sendable {
    private let body: @Sendable (FoundationStartOverrideOperation) -> Void

    package init(_ start: @escaping @Sendable (FoundationStartOverrideOperation) -> Void) { body = start }

    package override func start() { body(self) }
}
