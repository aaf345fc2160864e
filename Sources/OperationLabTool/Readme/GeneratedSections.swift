internal import TextFormats

/// A page with generated sections, which begin and end at marker lines.
struct GeneratedSections {
    private enum Part {
        case kept(Substring)
        case generated(ReadmeFigures.Name)
    }

    private static let end = "<!-- end -->"
    private var parts: [Part] = []

    /// - Parameters:
    ///   - page: The text of the page.
    ///   - path: The path of the page, for errors.
    /// - Throws: `FileError` for a section without an end, without a beginning, or with an unknown name.
    init(_ page: String, path: String) throws {
        func error(_ line: Int, _ reason: String) -> FileError {
            FileError(
                action: "read", path: path, position: TextPosition(line: line + 1, column: 1), reason: reason)
        }
        var start: Int?
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line == Self.end {
                guard start != nil else { throw error(index, "nothing generated ends here") }
                start = nil
            } else if let word = Self.name(line) {
                guard start == nil else { throw error(index, "the part before this one has no end") }
                guard let name = ReadmeFigures.Name(rawValue: word) else {
                    throw error(index, "there is nothing called '\(word)' to generate")
                }
                start = index
                parts += [.kept(line), .generated(name)]
                continue
            }
            if start == nil { parts.append(.kept(line)) }
        }
        if let start { throw error(start, "what is generated here has no end") }
    }

    /// The page with new generated sections; the markers stay.
    func text(_ generated: (ReadmeFigures.Name) throws -> String) rethrows -> String {
        let texts = try parts.map { part in
            switch part {
            case .kept(let line): String(line)
            case .generated(let name): try generated(name)
            }
        }
        return texts.joined(separator: "\n")
    }

    /// The name in a line that begins a generated section.
    private static func name(_ line: Substring) -> String? {
        let (before, after) = ("<!-- generated: ", " -->")
        guard line.hasPrefix(before), line.hasSuffix(after) else { return nil }
        return String(line.dropFirst(before.count).dropLast(after.count))
    }
}
