/// The bench itself failed: nothing follows about the mutants.
public struct HarnessError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
