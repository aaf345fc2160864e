public import Operations

/// What an operation is called in logs and traces.
public struct OperationNaming: Sendable {
    private let naming: @Sendable (Operation) -> String

    /// - Parameter naming: Returns the name. Called for each event, from any thread.
    public init(_ naming: @escaping @Sendable (Operation) -> String) { self.naming = naming }

    /// The operation's own name, or the name of its class if it has none.
    public static let standard = OperationNaming { $0.name ?? "\(type(of: $0))" }

    func name(_ operation: Operation) -> String { naming(operation) }
}
