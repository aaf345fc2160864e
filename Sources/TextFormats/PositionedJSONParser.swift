/// Reads JSON strictly (RFC 8259). Each error has a position.
struct PositionedJSONParser {
    /// The deepest nesting of lists and objects; each level takes a frame of the stack.
    static let deepest = 100

    private let path: String
    private var cursor: TextCursor

    init(_ bytes: [UInt8], path: String) {
        self.path = path
        // RFC 8259 lets a reader ignore a byte order mark, which some editors write.
        cursor = TextCursor(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    /// Reads the one value of the text.
    mutating func text() throws(FileError) -> PositionedJSON {
        skipSpace()
        if byte == nil { throw error(position, "the file is empty, and must hold a JSON value") }
        let value = try value(depth: 0)
        skipSpace()
        if byte != nil {
            throw error(position, "\(next) follows the end of the JSON value")
        }
        return value
    }

    private mutating func value(depth: Int) throws(FileError) -> PositionedJSON {
        let start = position
        guard depth < Self.deepest else {
            throw error(start, "lists and objects lie in each other more than \(Self.deepest) deep")
        }
        let value: PositionedJSON.Value
        switch byte {
        case UInt8(ascii: "{"): value = .object(try members(depth: depth))
        case UInt8(ascii: "["): value = .array(try elements(depth: depth))
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "-"): value = .number(try number())
        case _ where isDigit: value = .number(try number())
        default: value = try word()
        }
        return PositionedJSON(value: value, position: start)
    }

    // MARK: Lists and objects

    private mutating func elements(depth: Int) throws(FileError) -> [PositionedJSON] {
        var elements: [PositionedJSON] = []
        try list(end: "]") { (parser) throws(FileError) in
            elements.append(try parser.value(depth: depth + 1))
        }
        return elements
    }

    private mutating func members(depth: Int) throws(FileError) -> [PositionedJSON.Member] {
        var members: [PositionedJSON.Member] = []
        try list(end: "}") { (parser) throws(FileError) in
            let start = parser.position
            guard parser.byte == UInt8(ascii: "\"") else {
                throw parser.unexpected("a name in quotes")
            }
            let name = try parser.string()
            if let first = members.first(where: { $0.name == name }) {
                throw parser.error(
                    start, "the name '\(name)' is there twice, first at \(first.position)")
            }
            parser.skipSpace()
            guard parser.take(":") else { throw parser.unexpected("a colon") }
            parser.skipSpace()
            let value = try parser.value(depth: depth + 1)
            members.append(PositionedJSON.Member(name: name, position: start, value: value))
        }
        return members
    }

    /// Reads items between brackets, separated by commas.
    private mutating func list(
        end: Unicode.Scalar, _ element: (inout Self) throws(FileError) -> Void
    ) throws(FileError) {
        step()
        skipSpace()
        if take(end) { return }
        while true {
            try element(&self)
            skipSpace()
            if take(end) { return }
            guard take(",") else { throw unexpected("a comma or '\(end)'") }
            skipSpace()
        }
    }

    // MARK: Words and numbers

    private mutating func word() throws(FileError) -> PositionedJSON.Value {
        let words: [(String, PositionedJSON.Value)] = [
            ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
        ]
        for (word, value) in words where cursor.bytes[cursor.index...].starts(with: word.utf8) {
            for _ in word.utf8 { step() }
            return value
        }
        throw unexpected("a value")
    }

    private mutating func number() throws(FileError) -> Double {
        let (start, first) = (position, cursor.index)
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        let text = String(decoding: cursor.bytes[first..<cursor.index], as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            throw error(start, "the number \(text) is too large")
        }
        return number
    }

    /// Reads one or more digits.
    private mutating func digits() throws(FileError) {
        guard isDigit else { throw unexpected("a digit") }
        while isDigit { step() }
    }

    // MARK: Strings

    private mutating func string() throws(FileError) -> String {
        let start = position
        var content: [UInt8] = []
        step()
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                step()
                guard let string = String(validating: content, as: UTF8.self) else {
                    throw error(start, "this string isn't UTF-8")
                }
                return string
            case UInt8(ascii: "\\"): content += Array(String(try escaped()).utf8)
            case 0..<0x20:
                throw error(position, "a control character in a string must be escaped")
            default:
                content.append(byte)
                step()
            }
        }
        throw error(start, "the file ends within this string")
    }

    /// Reads the character that follows a backslash, and returns the scalar that it stands for.
    private mutating func escaped() throws(FileError) -> Unicode.Scalar {
        let start = position
        step()
        if take("u") { return try scalar(start) }
        let meanings: [(Unicode.Scalar, Unicode.Scalar)] = [
            ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"), ("r", "\r"),
            ("t", "\t"),
        ]
        for (name, meaning) in meanings where take(name) { return meaning }
        throw error(start, "there is no such escape; a backslash itself is written as two")
    }

    /// Reads a `\u` escape, or two that form a surrogate pair.
    private mutating func scalar(_ start: TextPosition) throws(FileError) -> Unicode.Scalar {
        let first = try codeUnit(start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), take("\\"), take("u") else {
            throw error(start, "this escape is half a character")
        }
        let second = try codeUnit(start)
        guard UTF16.isTrailSurrogate(second) else { throw error(start, "this escape is half a character") }
        let (high, low) = (UInt32(first) - 0xD800, UInt32(second) - 0xDC00)
        guard let scalar = Unicode.Scalar(0x10000 + high << 10 + low) else {
            throw error(start, "this escape is no character")
        }
        return scalar
    }

    private mutating func codeUnit(_ start: TextPosition) throws(FileError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error(start, "\\u needs four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            step()
        }
        return unit
    }

    // MARK: Bytes

    private var byte: UInt8? { cursor.byte }

    private var isDigit: Bool { byte.map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ?? false }

    private var position: TextPosition { cursor.position }

    /// The next character, for messages.
    private var next: String {
        guard byte != nil else { return "the end of the file" }
        return String(decoding: cursor.bytes[cursor.index...].prefix(4), as: UTF8.self).unicodeScalars.first
            .map { $0.value < 0x20 ? "a control character" : "'\($0)'" } ?? "something"
    }

    private func unexpected(_ wanted: String) -> FileError {
        error(position, "expected \(wanted), found \(next)")
    }

    private func error(_ position: TextPosition, _ reason: String) -> FileError {
        FileError(action: "read", path: path, position: position, reason: reason)
    }

    /// Skips `scalar` if it comes next.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte, UInt32(byte) == scalar.value else { return false }
        step()
        return true
    }

    private mutating func skipSpace() {
        while let byte, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { step() }
    }

    private mutating func step() { cursor.step() }
}
