import Foundation
import Kernels

/// What was found of one bug.
struct Row {
    let bug: Bug
    let buggy: RepeatingProcess.Result
    /// Nil if it was not run.
    let fixed: RepeatingProcess.Result?

    static func header(hasFixed: Bool) -> String {
        let cells = ["Bug", "Found", "How", "Runs", "Seconds"] + (hasFixed ? ["Fixed form"] : [])
        return line(cells) + "\n" + line(cells.map { _ in "---" })
    }

    var text: String {
        let seconds = String(format: "%.2f", buggy.last.elapsed / Duration.seconds(1))
        return Self.line(
            [bug.name, found, buggy.ending.description, "\(buggy.last.runs)", seconds]
                + (fixed.map { ["\($0.ending)"] } ?? []))
    }

    /// Whether nothing went wrong but what a kernel is to do wrong.
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
