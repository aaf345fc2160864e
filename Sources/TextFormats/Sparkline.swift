/// Draws numbers as one line of bars, scaled to the highest.
public enum Sparkline {
    private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Zero is a space, so that small numbers differ from none.
    public static func text(_ counts: [UInt64]) -> String {
        guard let most = counts.max(), most > 0 else { return "" }
        return String(
            counts.map { count in
                if count == 0 { return " " }
                let level = Double(count) / Double(most) * Double(bars.count)
                return bars[min(bars.count - 1, Int(level))]
            })
    }
}
