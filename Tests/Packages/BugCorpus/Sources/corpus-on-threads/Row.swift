import Foundation

/// What was found of one program.
struct Row {
    let name: String
    let buggy: RepeatingProcess.Result
    /// Nil if it was not run, or there is none.
    let fixed: RepeatingProcess.Result?

    static func header(hasFixed: Bool) -> String {
        let cells = ["Program", "Found", "How", "Runs", "Seconds"] + (hasFixed ? ["Fixed form"] : [])
        return line(cells) + "\n" + line(cells.map { _ in "---" })
    }

    func text(hasFixed: Bool) -> String {
        let seconds = String(format: "%.2f", buggy.last.elapsed / Duration.seconds(1))
        return Self.line(
            [name, found, buggy.ending.description, "\(buggy.last.runs)", seconds]
                + (hasFixed ? [fixed.map { "\($0.ending)" } ?? "none"] : []))
    }

    /// Whether nothing went wrong but what a program is to do wrong.
    var isSound: Bool {
        if buggy.ending == .undecided { return false }
        return fixed.map { $0.ending == .passed || $0.ending.isReport } ?? true
    }

    /// A report says nothing if the fixed form has one as well.
    private var found: String {
        if buggy.ending.isReport, let fixed, fixed.ending.isReport { return "false report" }
        return buggy.ending.isFound ? "yes" : "no"
    }

    private static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
