internal import SwiftSyntax

/// The text of a file, and what operators ask of its parts.
struct SourceText: Sendable {
    let bytes: [UInt8]
    /// Where each line begins.
    private let lines: [Int]
    /// The names of all classes of the mutated modules.
    let classes: Set<String>

    init(_ text: String, classes: Set<String> = []) {
        self.classes = classes
        let bytes = Array(text.utf8)
        self.bytes = bytes
        lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    /// The part of the file that a node covers, without the space and comments around it.
    func range(_ node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func text(_ node: some SyntaxProtocol) -> String { text(range(node)) }

    /// The line and column of a byte, from 1.
    func place(_ offset: Int) -> (line: Int, column: Int) {
        let line = (lines.firstIndex { $0 > offset } ?? lines.count) - 1
        return (line + 1, offset - lines[line] + 1)
    }

    /// The byte at a line and column, from 1.
    func offset(line: Int, column: Int) -> Int? {
        guard lines.indices.contains(line - 1) else { return nil }
        return min(lines[line - 1] + column - 1, bytes.count)
    }

    /// A line, without the space around it.
    func line(_ number: Int) -> String {
        let end = number < lines.count ? lines[number] : bytes.count
        return text(lines[number - 1]..<end).onOneLine
    }
}

extension SourceText {
    /// A change that evaluates an expression, and another one instead while it is switched on.
    func choice(_ node: some SyntaxProtocol, instead: String) -> Change {
        let range = range(node)
        return Change(text(range), instead) { isOn in [Edit(range, "(\(isOn) ? \(instead) : (", "))")] }
    }

    /// A change of a condition: what stands before and behind it.
    func condition(
        _ node: some SyntaxProtocol, becomes replacement: String,
        _ wrap: @escaping @Sendable (_ isOn: String) -> (String, String)
    ) -> Change {
        let range = range(node)
        return Change(text(range), replacement) { isOn in
            let (prefix, suffix) = wrap(isOn)
            return [Edit(range, prefix, suffix)]
        }
    }

    func negated(_ node: some SyntaxProtocol) -> Change {
        condition(node, becomes: "!(\(text(node)))") { ("((", ") != \($0))") }
    }

    func alwaysTrue(_ node: some SyntaxProtocol) -> Change {
        condition(node, becomes: "true") { ("(\($0) || (", "))") }
    }

    func alwaysFalse(_ node: some SyntaxProtocol) -> Change {
        condition(node, becomes: "false") { ("(!\($0) && (", "))") }
    }
}
