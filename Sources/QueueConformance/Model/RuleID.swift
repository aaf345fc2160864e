/// The number of a rule, "3.10": its family and its place there. Never changes.
public struct RuleID: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// What stands before the dot.
    public let family: Int
    /// What stands behind it.
    public let number: Int

    /// The number `family`.`number`.
    public init(_ family: Int, _ number: Int) {
        self.family = family
        self.number = number
    }

    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let family = Int(parts[0]), let number = Int(parts[1]), family > 0, number > 0
        else { return nil }
        self.init(family, number)
    }

    public var description: String { "\(family).\(number)" }

    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.family, lhs.number) < (rhs.family, rhs.number)
    }
}

extension RuleID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = RuleID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a rule's number, such as 3.10.")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension RuleID: ExpressibleByStringLiteral {
    /// Traps on a literal that isn't a rule's number.
    public init(stringLiteral value: String) {
        guard let id = RuleID(value) else { fatalError("'\(value)' is not a rule's number, such as 3.10.") }
        self = id
    }
}
