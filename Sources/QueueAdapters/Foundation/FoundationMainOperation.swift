package import Foundation

/// Foundation's operation with an overridden `main`.
///
/// `@unchecked Sendable` is Foundation's own, restated as a subclass must; what is added here is immutable.
package final class FoundationMainOperation: Foundation.Operation, @unchecked Sendable {
    private let body: @Sendable (Foundation.Operation) -> Void

    package init(_ body: @escaping @Sendable (Foundation.Operation) -> Void) { self.body = body }

    package override func main() { body(self) }
}
