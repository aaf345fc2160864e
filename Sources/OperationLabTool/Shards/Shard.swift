private import TextFormats

/// One of the parts into which a run is divided, so that several machines can share it.
struct Shard: Hashable, Codable, CustomStringConvertible {
    /// Which part, from 1.
    let number: Int
    /// How many parts there are.
    let count: Int

    /// The most parts. Each has one schedule at least, and an exploration of so many takes a machine minutes.
    static let mostParts = 1_000_000

    /// The whole run.
    static let whole = Shard(number: 1, count: 1)

    init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// - Parameters:
    ///   - number: From 1.
    ///   - origin: Where both come from, for the error.
    /// - Throws: ``UsageError`` if there is no such part.
    init(_ number: Int, of count: Int, from origin: String) throws {
        guard (1...Self.mostParts).contains(count) else {
            throw UsageError("\(origin): there are \(count) parts, and must be 1 to \(Self.mostParts)")
        }
        guard (1...count).contains(number) else {
            throw UsageError("\(origin): part \(number) of \(count) doesn't exist: the first is 1")
        }
        self.init(number: number, count: count)
    }

    /// Reads "2/7", the second of seven.
    init(_ text: String) throws {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else {
            throw UsageError(
                "--shard is '\(text)', and must be like 2/7, the second of seven parts, or 'auto'")
        }
        try self.init(number, of: count, from: "--shard \(text)")
    }

    /// Whether this part has the piece of work of this number, from 0. Neighbours go to different parts, because they often
    /// take equally long.
    func contains(_ index: Int) -> Bool { index % count == number - 1 }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is no part of a run")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    var description: String { "\(number)/\(count)" }
}
