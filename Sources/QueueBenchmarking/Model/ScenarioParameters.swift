/// What a scenario is run with: names and numbers, as in `limit=1;operations=10000`.
public struct ScenarioParameters: Hashable, Codable, Sendable, CustomStringConvertible {
    public let values: [String: Int]

    public init(_ values: [String: Int]) { self.values = values }

    public subscript(name: String) -> Int? { values[name] }

    /// In the order of the names, so that equal parameters read the same.
    public var description: String {
        values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
    }
}
