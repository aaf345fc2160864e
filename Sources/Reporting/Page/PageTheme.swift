internal import TextFormats

/// The colours of the page, light and dark: its style and its pictures use the same.
enum PageTheme {
    private static let names = ["paper", "ink", "quiet", "line", "accent", "good", "warn", "bad"]
    private static let light = [
        "#ffffff", "#1b1f24", "#5a6370", "#dfe3e8", "#0068a6", "#e3f1e7", "#faf0d7", "#f9dedb",
    ]
    private static let dark = [
        "#15181c", "#e4e7eb", "#9aa4b1", "#31373f", "#58b4f0", "#1d3527", "#3b311a", "#4a2523",
    ]

    private static func colors(isDark: Bool) -> [String: String] {
        Dictionary(uniqueKeysWithValues: zip(names, isDark ? dark : light))
            .merging(QueuePalette.colors(isDark: isDark)) { first, _ in first }
    }

    /// The variables of CSS: light; dark where the reader prefers it, but not on paper.
    static var style: String {
        func variables(isDark: Bool) -> String {
            colors(isDark: isDark).sorted { $0.key < $1.key }.map { "--\($0):\($1);" }.joined()
        }
        return """
            :root { color-scheme: light dark; \(variables(isDark: false)) }
            @media screen and (prefers-color-scheme: dark) { :root { \(variables(isDark: true)) } }
            """
    }

    /// The same for the script.
    static var json: JSONValue {
        func object(isDark: Bool) -> JSONValue {
            .object(colors(isDark: isDark).mapValues(JSONValue.string))
        }
        return ["light": object(isDark: false), "dark": object(isDark: true)]
    }
}
