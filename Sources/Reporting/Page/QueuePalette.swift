private import TextFormats

/// The colour and the mark of each queue, the same in every picture of a page.
///
/// The colours are those of Okabe and Ito, darkened or lightened until they stand out from the page. Each has a mark of its own
/// shape, too, so that nobody needs the colours. Source: https://jfly.uni-koeln.de/color/
struct QueuePalette: Sendable {
    private struct Entry {
        let light: String
        let dark: String
        /// The name of the mark in a picture, and a character of that shape.
        let symbol: String
        let glyph: String
    }

    private static let entries = [
        Entry(light: "#0068a6", dark: "#58b4f0", symbol: "circle", glyph: "●"),
        Entry(light: "#c25000", dark: "#ff8a47", symbol: "square", glyph: "■"),
        Entry(light: "#007a59", dark: "#2fc99b", symbol: "diamond", glyph: "◆"),
        Entry(light: "#a8477f", dark: "#e69ac8", symbol: "triangle-up", glyph: "▲"),
        Entry(light: "#a06c00", dark: "#f0b53a", symbol: "triangle-down", glyph: "▼"),
        Entry(light: "#3a89b8", dark: "#9cd6fb", symbol: "star", glyph: "★"),
        Entry(light: "#7d7300", dark: "#e0d95a", symbol: "hexagon", glyph: "⬢"),
        Entry(light: "#6f6f6f", dark: "#a6a6a6", symbol: "x", glyph: "✕"),
    ]

    /// Queues that have the same colour on every page.
    private static let fixed = [
        "lock": 0, "foundation": 1, "actor": 2, "dispatch-concurrent": 3, "dispatch-serial": 4,
        "task-group": 5, "discarding-group": 6, "inline": 7,
    ]

    private let indices: [String: Int]

    /// - Parameter names: The queues of the page, as it shows them.
    init(_ names: [String]) {
        var indices: [String: Int] = [:]
        for name in names { indices[name] = Self.fixed[name] }
        var free = Self.entries.indices.filter { index in !indices.values.contains(index) }
        for name in names where indices[name] == nil {
            // With more queues than colours, colours repeat.
            indices[name] = free.isEmpty ? indices.count % Self.entries.count : free.removeFirst()
        }
        self.indices = indices
    }

    private func index(_ name: String) -> Int { indices[name] ?? Self.entries.count - 1 }

    /// What a picture has for the colour; the script of the page puts the colour of the theme in its place.
    func color(_ name: String) -> String { "$q\(index(name))" }

    func symbol(_ name: String) -> String { Self.entries[index(name)].symbol }

    /// The mark as HTML, in its colour.
    func mark(_ name: String) -> String {
        "<span class=\"mark\" style=\"color:var(--q\(index(name)))\" aria-hidden=\"true\">\(Self.entries[index(name)].glyph)</span>"
    }

    /// The mark and the name as HTML, which stay in one line.
    func label(_ name: String) -> String {
        "<span class=\"queue\">\(mark(name)) \(XML.text(name))</span>"
    }

    /// The colours of a theme by name.
    static func colors(isDark: Bool) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: entries.enumerated().map { ("q\($0)", isDark ? $1.dark : $1.light) })
    }
}
