public import Crypto

/// A SHA-256, as text 64 hexadecimal digits.
public struct SHA256Checksum: Hashable, Sendable, LosslessStringConvertible {
    /// 32 of them.
    private let bytes: [UInt8]

    /// The digest of what a hash function was given.
    public init(_ digest: SHA256.Digest) { bytes = Array(digest) }

    /// Nil if it isn't 64 hexadecimal digits.
    public init?(_ description: String) {
        let digits = description.utf8.map { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard digits.count == 64 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 64, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    public var description: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
