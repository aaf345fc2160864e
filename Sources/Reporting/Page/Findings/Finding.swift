/// A group of sentences on the first screen of the page.
struct Finding: Sendable {
    enum Tone: String, Sendable {
        case plain, good, warn, bad
    }

    let title: String
    var tone = Tone.plain
    /// The sentence that answers the question of the title, as HTML.
    let headline: String
    /// Further sentences, as HTML.
    var details: [String] = []

    var html: String {
        let items = details.map { "<li>\($0)</li>\n" }.joined()
        return
            "<article class=\"finding \(tone.rawValue)\"><h3>\(title)</h3>\n<p class=\"headline\">\(headline)</p>\n"
            + (items.isEmpty ? "" : "<ul>\n\(items)</ul>\n") + "</article>\n"
    }
}
