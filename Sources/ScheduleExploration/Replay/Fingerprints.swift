/// The schedules that were run, a hash of each. As text, one string of 16 hexadecimal digits each: there may be millions.
public struct Fingerprints: Codable, Sendable {
    public var values: [UInt64]

    public init(_ values: [UInt64] = []) { self.values = values }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = Array(try container.decode(String.self).utf8)
        values = []
        values.reserveCapacity(text.count / 16)
        guard text.count.isMultiple(of: 16) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text.count) digits are no hashes of 16 digits each")
        }
        for start in stride(from: 0, to: text.count, by: 16) {
            var value: UInt64 = 0
            for digit in text[start..<start + 16] {
                switch digit {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
                case UInt8(ascii: "a")...UInt8(ascii: "f"):
                    value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
                default:
                    throw DecodingError.dataCorruptedError(
                        in: container,
                        debugDescription: "the hash at \(start) has a digit that isn't hexadecimal")
                }
            }
            values.append(value)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(values.count * 16)
        for value in values {
            for shift in stride(from: 60, through: 0, by: -4) {
                text.append(digits[Int(value >> shift & 15)])
            }
        }
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: text, as: UTF8.self))
    }
}
