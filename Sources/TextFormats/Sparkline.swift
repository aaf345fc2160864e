/// Numbers as a row of bars of text, the highest full.
public enum Sparkline {
    private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// A space for none at all, so that few can be told from none.
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
