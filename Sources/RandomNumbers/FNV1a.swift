/// A digest of text or numbers that is the same in every process, build and platform: FNV-1a with 64 bits.
///
/// Fowler, Noll, Vo, Eastlake: *The FNV Non-Cryptographic Hash Algorithm*, RFC 9923. It tells values apart, and protects
/// against nobody.
public struct FNV1a: Hashable, Sendable {
    /// The digest of what was added so far.
    public var digest: UInt64

    /// The digest of nothing.
    @inlinable
    public init() { digest = 0xCBF2_9CE4_8422_2325 }

    /// The digest of the UTF-8 of `text`.
    public init(_ text: String) {
        self.init()
        for byte in text.utf8 { add(UInt64(byte)) }
    }

    /// The digest of bytes.
    public init(_ bytes: [UInt8]) {
        self.init()
        for byte in bytes { add(UInt64(byte)) }
    }

    /// Adds a byte, or a word as a whole.
    @inlinable
    public mutating func add(_ word: UInt64) { digest = (digest ^ word) &* 0x100_0000_01B3 }

    /// In base 16, with 16 digits, as in "cbf29ce484222325".
    public var text: String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
