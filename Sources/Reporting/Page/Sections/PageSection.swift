/// A part of the page: what it says on the first screen, and what stands below.
struct PageSection: Sendable {
    /// The anchor.
    let id: String
    /// As HTML.
    var title: String
    /// A sentence or two under the title, as HTML.
    var introduction = ""
    /// The content, as HTML.
    let body: String

    var html: String {
        "<section id=\"\(id)\"><h2>\(title) <a class=\"anchor\" href=\"#\(id)\" aria-label=\"Link to this section\">#</a></h2>\n"
            + (introduction.isEmpty ? "" : "<p>\(introduction)</p>\n") + "\(body)</section>\n"
    }
}
