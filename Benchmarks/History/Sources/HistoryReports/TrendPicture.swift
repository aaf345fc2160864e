private import ChangePoints
internal import HistoryStore
private import LinuxPlatform
private import TextFormats

/// The picture of a series: a dot for each run, the level of each segment, and a line at each change, as SVG.
struct TrendPicture {
    private let analysis: SeriesAnalysis
    private let method: SettingReport.Method
    private let levels: (lower: Double, upper: Double)

    private static let size = (width: 720.0, height: 170.0)
    private static let frame = (left: 78.0, right: 8.0, top: 12.0, bottom: 24.0)

    /// - Precondition: The series has a point.
    init(_ analysis: SeriesAnalysis, _ method: SettingReport.Method) {
        self.analysis = analysis
        self.method = method
        let values = analysis.series.points.map { Self.scaled($0.value, analysis) }
        let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
        // A constant series has a line in the middle.
        let margin = greatest > least ? 0.06 * (greatest - least) : max(abs(least) * 0.1, 1)
        levels = (least - margin, greatest + margin)
    }

    /// What the picture shows, for those who don't see it.
    var alternative: String {
        let points = analysis.series.points
        guard let first = points.first, let last = points.last else {
            return "\(analysis.series.id): no runs."
        }
        let values = ChangeText.values([first.value, last.value], of: analysis.series, method)
        let changes = analysis.standing == .changed ? analysis.changes : []
        let sentence =
            changes.isEmpty
            ? "No change point."
            : changes.map { ChangeText.sentence($0, in: analysis) }.joined(separator: "; ") + "."
        return "\(analysis.series.id): \(ChangeText.count(points.count, "run")), from \(values[0]) at "
            + "\(ChangeText.short(first.commit)) to \(values[1]) at \(ChangeText.short(last.commit)). \(sentence)"
    }

    /// The element `svg`.
    var svg: String {
        let points = analysis.series.points
        let texts = ChangeText.values(points.map(\.value), of: analysis.series, method)
        var body = ""
        if analysis.standing == .changed {
            for change in analysis.changes {
                let place = (x(change.index - 1) + x(change.index)) / 2
                body += line(place, Self.frame.top, place, Self.size.height - Self.frame.bottom, "change")
            }
            for segment in analysis.segments { body += level(of: segment) }
        } else {
            body += level(of: points.indices)
        }
        for (index, point) in points.enumerated() {
            let title = XML.text("\(ChangeText.short(point.commit)), \(point.started): \(texts[index])")
            body +=
                "<circle cx=\"\(Self.text(x(index)))\" cy=\"\(Self.text(y(point.value)))\" r=\"3\"><title>\(title)</title></circle>"
        }
        body += axes(texts)
        return
            "<svg viewBox=\"0 0 \(Self.text(Self.size.width)) \(Self.text(Self.size.height))\" role=\"img\" aria-label="
            + "\(XML.attribute(alternative))>\(body)</svg>"
    }

    private func axes(_ texts: [String]) -> String {
        let points = analysis.series.points
        guard let first = points.first, let last = points.last,
            let least = points.indices.min(by: { points[$0].value < points[$1].value }),
            let greatest = points.indices.max(by: { points[$0].value < points[$1].value })
        else { return "" }
        let bottom = Self.size.height - Self.frame.bottom
        var body = line(Self.frame.left - 6, Self.frame.top, Self.frame.left - 6, bottom, "axis")
        for index in least == greatest ? [least] : [least, greatest] {
            body += text(Self.frame.left - 10, y(points[index].value) + 4, "end", texts[index])
        }
        let below = Self.size.height - 6
        body += text(x(0), below, "start", ChangeText.short(first.commit))
        if points.count > 1 {
            body += text(Self.size.width - Self.frame.right, below, "end", ChangeText.short(last.commit))
        }
        return body
    }

    /// A line at the median of some points.
    private func level(of range: Range<Int>) -> String {
        let values = analysis.series.points[range].map(\.value).sorted()
        guard !values.isEmpty else { return "" }
        let height = y(values[values.count / 2])
        return line(x(range.lowerBound) - 4, height, x(range.upperBound - 1) + 4, height, "level")
    }

    // MARK: Places

    private static func scaled(_ value: Double, _ analysis: SeriesAnalysis) -> Double {
        analysis.isLogarithmic ? log(value) : value
    }

    private func x(_ index: Int) -> Double {
        let width = Self.size.width - Self.frame.left - Self.frame.right - 8
        return Self.frame.left + 4 + width * Double(index) / Double(max(analysis.series.points.count - 1, 1))
    }

    private func y(_ value: Double) -> Double {
        let height = Self.size.height - Self.frame.top - Self.frame.bottom
        let part = (Self.scaled(value, analysis) - levels.lower) / (levels.upper - levels.lower)
        return Self.frame.top + height * (1 - part)
    }

    // MARK: Elements

    private static func text(_ number: Double) -> String { Decimals.shortest((number * 10).rounded() / 10) }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ kind: String) -> String {
        "<line class=\"\(kind)\" x1=\"\(Self.text(x1))\" y1=\"\(Self.text(y1))\" x2=\"\(Self.text(x2))\" y2=\"\(Self.text(y2))\"/>"
    }

    private func text(_ x: Double, _ y: Double, _ anchor: String, _ content: String) -> String {
        "<text x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" text-anchor=\"\(anchor)\">\(XML.text(content))</text>"
    }
}
