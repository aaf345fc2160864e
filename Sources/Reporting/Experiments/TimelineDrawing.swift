internal import QueueExperiments
private import TextFormats

/// A timeline drawn with characters, with a group of lines for each thread. Overlapping operations of one thread
/// have a line each.
struct TimelineDrawing {
    /// The meaning of a character.
    enum Symbol: Character, CaseIterable {
        case code = "█"
        case goingOn = "░"
        case end = "◆"
        case call = "+"
        case unended = "…"

        var meaning: String {
            switch self {
            case .code: "code of the operation runs"
            case .goingOn: "start has returned, and the operation continues"
            case .end: "an operation ends on this thread"
            case .call: "operations are added"
            case .unended: "it hasn't ended"
            }
        }
    }

    private struct ThreadRows {
        var rows: [[Character]] = []

        /// The first line that is free at `range`.
        mutating func row(freeAt range: Range<Int>, columns: Int) -> Int {
            if let row = rows.firstIndex(where: { row in range.allSatisfy { row[$0] == " " } }) { return row }
            rows.append([Character](repeating: " ", count: columns))
            return rows.count - 1
        }
    }

    private let timeline: Timeline
    private let threads: TimelineThreads
    private let longest: UInt64
    private let labelWidth: Int
    private let columns: Int

    /// - Parameters:
    ///   - timeline: The timeline to draw.
    ///   - longest: The nanoseconds that the whole width stands for.
    ///   - labelWidth: The columns for the names of the threads.
    ///   - width: The columns of a line.
    init(_ timeline: Timeline, longest: UInt64, labelWidth: Int, width: Int) {
        self.timeline = timeline
        self.longest = max(1, longest)
        self.labelWidth = labelWidth
        threads = TimelineThreads(timeline)
        columns = max(8, width - labelWidth - Self.margin)
    }

    /// The columns before and after a name.
    private static let margin = 4

    /// The lines, and below them the time axis.
    var text: String {
        var drawn = [ThreadRows](repeating: ThreadRows(), count: threads.names.count)
        for operation in timeline.operations { draw(operation, in: &drawn) }
        // On the operation's own thread, the bar shows it.
        for operation in timeline.operations {
            for (stamp, symbol) in [(operation.called, Symbol.call), (operation.ended, .end)] {
                guard let stamp, let began = operation.began, !stamp.thread.isSame(as: began.thread) else {
                    continue
                }
                mark(stamp, symbol, in: &drawn)
            }
        }
        let lines = zip(threads.names, drawn).flatMap { name, thread in
            thread.rows.enumerated().map { line(label: $0.offset == 0 ? name : "", String($0.element)) }
        }
        return lines.joined() + line(label: "", axis)
    }

    private func line(label: String, _ content: String) -> String {
        var line = "  " + PlainText.fill(label, to: labelWidth) + "  " + content
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    private var axis: String {
        let scale = UnitScale("ns", of: [Double(timeline.duration)])
        let end = scale.text(Double(timeline.duration)) + scale.suffix
        let axis =
            "0" + String(repeating: " ", count: max(1, column(timeline.duration) - 1 - end.count)) + end
        return axis.count > columns ? end : axis
    }

    /// A position between two characters, from 0 to ``columns``.
    private func column(_ time: UInt64) -> Int {
        min(columns, Int((Double(time) / Double(longest) * Double(columns)).rounded()))
    }

    private func draw(_ operation: Timeline.Operation, in drawn: inout [ThreadRows]) {
        guard let began = operation.began, let index = self.threads.index(began.thread) else { return }
        let start = min(columns - 1, column(began.time))
        let end = max(start + 1, operation.ended.map { column($0.time) } ?? columns)
        var codeEnd = end
        if operation.outlivesStart, let returned = operation.returned { codeEnd = column(returned.time) }
        let row = drawn[index].row(freeAt: start..<end, columns: columns)
        for column in start..<end {
            drawn[index].rows[row][column] = (column < codeEnd ? Symbol.code : .goingOn).rawValue
        }
        if operation.ended == nil { drawn[index].rows[row][end - 1] = Symbol.unended.rawValue }
        for (offset, character) in operation.name.prefix(end - start).enumerated() {
            drawn[index].rows[row][start + offset] = character
        }
    }

    private func mark(_ stamp: Timeline.Stamp, _ symbol: Symbol, in drawn: inout [ThreadRows]) {
        guard let index = self.threads.index(stamp.thread) else { return }
        let position = min(columns - 1, column(stamp.time))
        if drawn[index].rows.isEmpty { _ = drawn[index].row(freeAt: position..<position, columns: columns) }
        if drawn[index].rows[0][position] == " " { drawn[index].rows[0][position] = symbol.rawValue }
    }
}
