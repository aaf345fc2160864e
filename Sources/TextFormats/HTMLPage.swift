/// A page of HTML that is one file: it needs no other, and no network.
public struct HTMLPage: Sendable {
    /// The title, as text.
    public let title: String
    /// The rules of CSS.
    public let style: String
    /// Further elements of the head, as HTML.
    public var head = ""
    /// The content, as HTML.
    public let body: String

    public init(title: String, style: String, head: String = "", body: String) {
        self.title = title
        self.style = style
        self.head = head
        self.body = body
    }

    /// The HTML.
    public var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(head)<title>\(XML.text(title))</title>
        <style>
        \(style)
        </style>
        </head>
        <body>
        \(body)</body>
        </html>

        """
    }

    /// The rules of a page that is mainly one table: light and dark, and a head that stays in sight.
    public static let tableStyle = """
        :root { color-scheme: light dark; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem; max-width: 100rem; }
        table { border-collapse: collapse; font-size: 13px; }
        th, td { border: 1px solid #8885; padding: .15rem .45rem; text-align: left; }
        thead th { position: sticky; top: 0; background: Canvas; }
        """
}
