/// A group of sentences on the first screen of the page.
struct Finding: Sendable {
    enum Tone: String, Sendable {
        case plain, good, warn, bad
    }

    let title: String
    var tone = Tone.plain
    /// Whether it takes two columns where there are three.
    var isWide = false
    /// The sentence that answers the question of the title, as HTML.
    let headline: String
    var table: PageTable?
    /// Further sentences, as HTML: few, so that a screen holds all questions.
    var details: [String] = []
    /// The rest, as HTML, which the reader opens.
    var more: Fold?

    struct Fold: Sendable {
        let title: String
        let sentences: [String]

        /// Nil if there is no sentence.
        init?(_ title: String, _ sentences: [String]) {
            if sentences.isEmpty { return nil }
            (self.title, self.sentences) = (title, sentences)
        }
    }

    var html: String {
        let fold = more.map {
            "<details><summary>\($0.title)</summary>\n\(Self.list($0.sentences))</details>\n"
        }
        return
            "<article class=\"finding \(tone.rawValue)\(isWide ? " wide" : "")\"><h3>\(title)</h3>\n<p class=\"headline\">\(headline)</p>\n"
            + Self.list(details) + (table?.html ?? "") + (fold ?? "") + "</article>\n"
    }

    private static func list(_ items: [String]) -> String {
        items.isEmpty ? "" : "<ul>\n\(items.map { "<li>\($0)</li>\n" }.joined())</ul>\n"
    }
}
