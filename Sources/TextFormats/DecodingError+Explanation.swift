extension DecodingError {
    /// What is wrong with the file, for people: the path of the value, and what was expected.
    public var explanation: String {
        func name(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: ".") }
        switch self {
        case .keyNotFound(let key, let context): return "'\(name(context.codingPath + [key]))' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            if context.codingPath.isEmpty { return context.debugDescription }
            return "'\(name(context.codingPath))' is wrong: \(context.debugDescription)"
        @unknown default: return "\(self)"
        }
    }
}
