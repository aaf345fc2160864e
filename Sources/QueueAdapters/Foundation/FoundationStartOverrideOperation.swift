private import Foundation

/// Foundation's operation with an overridden `start`, which announces the states itself.
///
/// `@unchecked Sendable` restates Foundation's own, as a subclass must; this class adds only immutable state.
package final class FoundationStartOverrideOperation: FoundationConcurrentOperation, @unchecked Sendable {
    private let body: @Sendable (FoundationStartOverrideOperation) -> Void

    package init(_ start: @escaping @Sendable (FoundationStartOverrideOperation) -> Void) { body = start }

    package override func start() { body(self) }
}
