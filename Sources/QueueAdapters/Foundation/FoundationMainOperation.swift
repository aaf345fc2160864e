package import Foundation

/// Foundation's operation with an overridden `main`.
///
/// `@unchecked Sendable` restates Foundation's own, as a subclass must; this class adds only immutable state.
package final class FoundationMainOperation: Foundation.Operation, @unchecked Sendable {
    private let body: @Sendable (Foundation.Operation) -> Void

    package init(_ body: @escaping @Sendable (Foundation.Operation) -> Void) { self.body = body }

    package override func main() { body(self) }
}
