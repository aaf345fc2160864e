private import LinuxPlatform
internal import TextFormats

/// The marks of a logarithmic axis: powers of ten, and 2 and 5 times these where there are few.
struct LogTicks {
    let values: [Double]
    let texts: [String]
    /// The ends of the axis, as logarithms.
    let range: ClosedRange<Double>

    /// - Parameters:
    ///   - data: What the axis has to show; values that aren't positive are passed over.
    ///   - text: A mark as text.
    init(_ data: [Double], _ text: (Double) -> String) {
        let shown = data.filter { $0 > 0 && $0.isFinite }
        let (low, high) = (log10(shown.min() ?? 1), log10(shown.max() ?? 1))
        let margin = max(0.04 * (high - low), 0.05)
        range = (low - margin)...(high + margin)
        let steps: [Double] = high - low < 1.7 ? [1, 2, 5] : [1]
        var values: [Double] = []
        for power in Int(range.lowerBound.rounded(.down))...Int(range.upperBound.rounded(.up)) {
            for step in steps {
                let value = step * pow(10, Double(power))
                if range.contains(log10(value)) { values.append(value) }
            }
        }
        self.values = values
        texts = values.map(text)
    }

    /// The axis of a picture.
    func axis(_ title: String) -> JSONValue {
        [
            "type": "log", "title": ["text": .string(title)], "tickmode": "array",
            "tickvals": .numbers(values),
            "ticktext": .strings(texts), "range": .numbers([range.lowerBound, range.upperBound]),
        ]
    }

    /// A power of ten, or 2 or 5 times one, as in "0.05" and "20k".
    static func plain(_ value: Double) -> String {
        switch value {
        case 1e6...: "\(Decimals.shortest((value / 1e6).rounded()))M"
        case 1e4...: "\(Decimals.shortest((value / 1e3).rounded()))k"
        case 1...: Decimals.shortest(value.rounded())
        default: trimmed(Decimals.rounded(value, places: 7))
        }
    }

    /// The same with the unit of a time in nanoseconds, as in "50 µs".
    static func time(_ nanoseconds: Double) -> String {
        let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")]
        let (factor, unit) = units.first { nanoseconds >= 0.999 * $0.0 } ?? (1, "ns")
        return "\(plain(nanoseconds / factor)) \(unit)"
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.last == "0" { text.removeLast() }
        return text
    }
}
