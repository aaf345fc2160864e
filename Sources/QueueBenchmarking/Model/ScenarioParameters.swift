/// The parameters of a scenario: names and numbers, as in `limit=1;operations=10000`.
public struct ScenarioParameters: Hashable, Codable, Sendable, LosslessStringConvertible {
    public let values: [String: Int]

    public init(_ values: [String: Int]) { self.values = values }

    /// Parses a ``description``; nil if `description` is something else.
    public init?(_ description: String) {
        var values: [String: Int] = [:]
        for item in description.split(separator: ";") {
            let parts = item.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let value = Int(parts[1]), values[String(parts[0])] == nil else {
                return nil
            }
            values[String(parts[0])] = value
        }
        self.values = values
    }

    /// The values of exactly these names; nil if a name is missing or there are others.
    func values(of names: [String]) -> [Int]? {
        let found = names.compactMap { values[$0] }
        return found.count == names.count && found.count == values.count ? found : nil
    }

    public subscript(name: String) -> Int? { values[name] }

    public init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Int].self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }

    /// Sorted by name, so that equal parameters have equal texts.
    public var description: String {
        values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
    }
}
