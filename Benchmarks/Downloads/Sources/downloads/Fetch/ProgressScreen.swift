internal import DownloadCore

/// The bars at the foot of a terminal, which are drawn again and again in the same place. No line is as wide as the terminal, so
/// that none is broken; what doesn't fit is left out, first the speed, then the bytes, then the bar.
struct ProgressScreen: Sendable {
    /// One download.
    struct Row: Sendable {
        let name: String
        let progress: DownloadProgress
    }

    /// All of them.
    struct Total: Sendable {
        let succeeded: Int
        let failed: Int
        let count: Int
        let nanoseconds: UInt64
    }

    /// How many lines are there now.
    private var drawnLines = 0
    /// What was there when it was drawn last, by name, for the speed.
    private var last: [String: (bytes: UInt64, nanoseconds: UInt64, rate: Double)] = [:]

    /// Takes the bars away.
    mutating func erased() -> String {
        defer { drawnLines = 0 }
        return String(repeating: "\u{1B}[1A\u{1B}[2K", count: drawnLines) + (drawnLines > 0 ? "\r" : "")
    }

    /// Draws anew: up to `most` rows of those that run, and a line for all.
    mutating func drawn(_ rows: [Row], _ total: Total, width: Int, most: Int) -> String {
        var text = erased()
        let running = rows.filter { $0.progress.phase != .waiting || $0.progress.received > 0 }.prefix(most)
        var seen: [String: (UInt64, UInt64, Double)] = [:]
        for row in running {
            let rate = rate(row, at: total.nanoseconds)
            seen[row.name] = (row.progress.received, total.nanoseconds, rate)
            text += Self.line(row, rate: rate, width: width) + "\n"
        }
        last = seen
        drawnLines = running.count + 1
        return text + Self.cut(Self.line(total), to: width - 1) + "\n"
    }

    /// Bytes a second, smoothed.
    private func rate(_ row: Row, at now: UInt64) -> Double {
        guard let before = last[row.name], now > before.nanoseconds, row.progress.received >= before.bytes
        else {
            return 0
        }
        let rate = Double(row.progress.received - before.bytes) / Double(now - before.nanoseconds) * 1e9
        return before.rate == 0 ? rate : before.rate * 0.7 + rate * 0.3
    }

    private static func line(_ total: Total) -> String {
        "\(total.succeeded) of \(total.count) done" + (total.failed > 0 ? ", \(total.failed) failed" : "")
    }

    /// As in `a.iso  [#####-----]  50%  1.5 MB of 3.0 MB  2.1 MB/s`.
    static func line(_ row: Row, rate: Double, width: Int) -> String {
        let progress = row.progress
        let part = progress.fraction.map { "\(Int($0 * 100))%" } ?? progress.phase.rawValue
        let bytes = "\(ByteCount(progress.received))" + (progress.total.map { " of \(ByteCount($0))" } ?? "")
        let speed = "\(ByteCount(UInt64(rate)))/s"
        let columns = [column(part, 10), column(bytes, 19), column(speed, 10)]
        // The name has what is left, and at least a dozen characters of it.
        let room = max(width - 1, 1)
        let leastName = min(12, room)
        var taken = columns
        while !taken.isEmpty, leastName + taken.reduce(0, { $0 + $1.count + 2 }) > room { taken.removeLast() }
        let barWidth = room - leastName - taken.reduce(0) { $0 + $1.count + 2 } - 4
        let bar = barWidth >= 10 ? [bar(progress.fraction, min(barWidth, 30))] : []
        let end = (bar + taken).map { "  " + $0 }.joined()
        let name = shownName(row.name)
        let nameRoom = room - end.count
        let shown = cut(name, to: nameRoom)
        return shown + String(repeating: " ", count: nameRoom - displayWidth(shown)) + end
    }

    private static func column(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func bar(_ fraction: Double?, _ width: Int) -> String {
        guard let fraction else { return "[" + String(repeating: "·", count: width - 2) + "]" }
        let full = Int((fraction * Double(width - 2)).rounded(.down))
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: width - 2 - full)
            + "]"
    }

    /// What a URL ends with.
    private static func shownName(_ url: String) -> String {
        let end = url.split(separator: "/").last.map(String.init) ?? url
        return String(end.prefix { $0 != "?" })
    }

    /// As much of a text as fits into so many columns.
    static func cut(_ text: String, to width: Int) -> String {
        guard displayWidth(text) > width else { return text }
        var cut = ""
        var used = 1
        for character in text {
            let next = displayWidth(String(character))
            if used + next > width { break }
            cut.append(character)
            used += next
        }
        return width > 0 ? cut + "…" : ""
    }

    /// How many columns a text takes: two for characters of East Asian scripts and for pictures.
    static func displayWidth(_ text: String) -> Int {
        text.reduce(0) { width, character in
            let scalar = character.unicodeScalars.first?.value ?? 0
            let isWide =
                (0x1100...0x115F).contains(scalar) || (0x2E80...0xA4CF).contains(scalar)
                || (0xAC00...0xD7A3).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
                || (0xFE30...0xFE6F).contains(scalar) || (0xFF00...0xFF60).contains(scalar)
                || (0x1F300...0x1FAFF).contains(scalar) || (0x20000...0x3FFFD).contains(scalar)
            return width + (isWide ? 2 : 1)
        }
    }
}
