/// The name that a server gives a file (RFC 6266): `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`.
enum ContentDisposition {
    /// The name in a value of the field; nil if there is none that can be read. It isn't safe.
    static func fileName(in value: String) -> String? {
        var plain: String?
        for (name, value) in parameters(value) {
            switch name {
            // It can say all that the other can, and more: it goes before, wherever it stands.
            case "filename*": if let text = extended(value) { return text }
            case "filename": plain = plain ?? value
            default: break
            }
        }
        return plain
    }

    /// The parameters behind the first semicolon, with their names in small letters.
    private static func parameters(_ text: String) -> [(name: String, value: String)] {
        var rest = text.drop { $0 != ";" }
        var found: [(String, String)] = []
        while rest.popFirst() != nil {
            rest = rest.drop(while: \.isWhitespace)
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            let value = rest.first == "\"" ? quoted(&rest) : token(&rest)
            found.append((name.filter { !$0.isWhitespace }.lowercased(), value))
            rest = rest.drop { $0 != ";" }
        }
        return found
    }

    private static func token(_ rest: inout Substring) -> String {
        let token = rest.prefix { $0 != ";" && !$0.isWhitespace }
        rest = rest.dropFirst(token.count)
        return String(token)
    }

    /// A quoted string, in which a backslash quotes the next character.
    private static func quoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let next = rest.popFirst() {
                text.append(next)
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// `UTF-8'en'a%20b` (RFC 8187); nil if it is in another encoding, or malformed.
    private static func extended(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return percentDecoded(parts[2])
    }

    /// Nil if what comes out isn't UTF-8, or a percent sign isn't followed by two digits.
    static func percentDecoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
