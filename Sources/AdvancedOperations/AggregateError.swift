/// Several errors as one.
public struct AggregateError: Error, CustomStringConvertible {
    /// Two or more, none of which is an ``AggregateError``.
    public let errors: [any Error]

    /// The errors as one: itself if it is one alone, nil if there is none. Aggregates among them are opened.
    public static func combining(_ errors: [any Error]) -> (any Error)? {
        let flat = errors.flatMap { ($0 as? AggregateError)?.errors ?? [$0] }
        return flat.count > 1 ? AggregateError(errors: flat) : flat.first
    }

    private init(errors: [any Error]) { self.errors = errors }

    public var description: String {
        "\(errors.count) errors: " + errors.map { "\($0)" }.joined(separator: "; ")
    }
}
