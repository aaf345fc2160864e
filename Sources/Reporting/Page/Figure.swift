private import LinuxPlatform
internal import TextFormats

/// A picture of the page: what Plotly draws, and the same numbers as a table.
struct Figure: Sendable {
    /// The anchor: it depends only on what the picture shows.
    let id: String
    let title: String
    /// How to read it, in a sentence or two.
    let caption: String
    /// What the axes and marks show, for those who don't see the picture.
    let label: String
    let traces: [JSONValue]
    let layout: [String: JSONValue]
    /// The height in pixels.
    let height: Int
    /// The queues, or what else has a colour, in the order of the legend: the name, and its mark as HTML.
    var legend: [(name: String, mark: String)] = []
    let table: PageTable

    /// The HTML.
    ///
    /// - Parameter isDrawn: Whether the page has the script that draws; if not, the table stands open.
    func html(isDrawn: Bool) -> String {
        let anchor = "<a class=\"anchor\" href=\"#\(id)\" aria-label=\"Link to this picture\">#</a>"
        let words = caption.isEmpty ? "" : "<p>\(XML.text(caption))</p>"
        let caption = "<h3>\(XML.text(title)) \(anchor)</h3>\(words)"
        if !isDrawn {
            return "<figure id=\"\(id)\"><figcaption>\(caption)</figcaption>\n\(table.html)</figure>\n"
        }
        let buttons = legend.map {
            "<button type=\"button\" aria-pressed=\"true\" data-name=\(XML.attribute($0.name))>\($0.mark) \(XML.text($0.name))</button>"
        }
        let spec: JSONValue = ["data": .array(traces), "layout": .object(layout)]
        return """
            <figure id="\(id)"><figcaption>\(caption)</figcaption>
            <div class="legend" role="group" aria-label="Show or hide">\(buttons.joined())</div>
            <div class="plot" role="img" aria-label=\(XML.attribute(label)) style="height:\(height)px"></div>
            <script type="application/json">\(spec.text)</script>
            <details><summary>The numbers of this picture</summary>
            \(table.html)</details></figure>

            """
    }

    /// An anchor of lower-case letters, digits and hyphens.
    static func anchor(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                result.unicodeScalars.append(UnicodeScalar(byte))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): result.unicodeScalars.append(UnicodeScalar(byte + 32))
            default: if !result.isEmpty, result.last != "-" { result += "-" }
            }
        }
        while result.last == "-" { result.removeLast() }
        return result
    }

    /// Five significant digits: a picture shows no more, and the page stays small.
    static func short(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return value }
        let scale = pow(10, 4 - floor(log10(value.magnitude)))
        guard scale.isFinite, scale > 0 else { return value }
        return (value * scale).rounded() / scale
    }

    /// Numbers of a trace, shortened.
    static func numbers(_ values: [Double?]) -> JSONValue { .numbers(values.map { $0.map(short) }) }
}
