/// An import as it stands in a file.
struct Import: Hashable {
    let module: String
    let line: Int
}

/// Finds the imports of a Swift file, whatever their form: with attributes and access levels, of a single
/// declaration or of a submodule, also in branches of `#if` that aren't compiled here.
///
/// Comments and string literals are passed over, for they may speak of imports.
struct ImportScanner {
    struct Unterminated: Error {
        let what: String
        let line: Int
    }

    private let text: [UInt8]
    private var position = 0
    private var line = 1

    static func imports(in source: String) throws -> [Import] {
        var scanner = ImportScanner(text: Array(source.utf8))
        return try scanner.scan(untilParenthesis: false)
    }

    private init(text: [UInt8]) { self.text = text }

    /// Scans to the end, or to the parenthesis that closes an interpolation.
    private mutating func scan(untilParenthesis: Bool) throws -> [Import] {
        var found: [Import] = []
        var depth = 0
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): try skipBlockComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"): try skipString()
            case UInt8(ascii: "`"), UInt8(ascii: "."):
                // What follows is a name, even where it is spelled as a keyword.
                advance()
                _ = word()
            case UInt8(ascii: "("):
                depth += 1
                advance()
            case UInt8(ascii: ")"):
                advance()
                if depth == 0 && untilParenthesis { return found }
                depth -= 1
            case _ where isWordByte(byte):
                if word() == "import" { found.append(try importedModule()) }
            default: advance()
            }
        }
        if untilParenthesis { throw Unterminated(what: "interpolation", line: line) }
        return found
    }

    /// The module after `import`, without the kind of a single declaration or the name within the module.
    private mutating func importedModule() throws -> Import {
        let kinds = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]
        while true {
            while let byte = peek(), isSpace(byte) || byte == UInt8(ascii: "`") { advance() }
            let start = line
            let name = word()
            if name.isEmpty { throw Unterminated(what: "import", line: line) }
            if !kinds.contains(name) { return Import(module: name, line: start) }
        }
    }

    private mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
    }

    private mutating func skipBlockComment() throws {
        let start = line
        var depth = 0
        repeat {
            switch (peek(), peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                advance(2)
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                advance(2)
            case (nil, _): throw Unterminated(what: "comment", line: start)
            default: advance()
            }
        } while depth > 0
    }

    /// A string literal, or a `#` that begins something else.
    private mutating func skipString() throws {
        let start = line
        var pounds = 0
        while peek() == UInt8(ascii: "#") {
            pounds += 1
            advance()
        }
        guard peek() == UInt8(ascii: "\"") else { return }
        let quotes = matches("\"\"\"") ? 3 : 1
        advance(quotes)
        let close = String(repeating: "\"", count: quotes) + String(repeating: "#", count: pounds)
        let escape = "\\" + String(repeating: "#", count: pounds)
        while !matches(close) {
            guard let byte = peek(), quotes == 3 || byte != UInt8(ascii: "\n") else {
                throw Unterminated(what: "string", line: start)
            }
            if matches(escape + "(") {
                advance(escape.utf8.count + 1)
                _ = try scan(untilParenthesis: true)
            } else {
                advance(matches(escape) ? escape.utf8.count + 1 : 1)
            }
        }
        advance(close.utf8.count)
    }

    private mutating func word() -> String {
        let start = position
        while let byte = peek(), isWordByte(byte) { advance() }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < text.count ? text[position + offset] : nil
    }

    private func matches(_ token: String) -> Bool { text[position...].starts(with: token.utf8) }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < text.count {
            if text[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
