import MutationOperators

/// What one operator makes of a source.
struct Rewriting {
    private let file: MutableFile
    let mutants: [Mutant]

    init(_ operatorName: String, _ source: String) {
        file = MutableFile(module: "M", path: "Sources/M/F.swift", text: source)
        mutants = file.mutants(from: 1).filter { $0.operatorName == operatorName }
    }

    /// The source with each of the mutants by itself, whose switch is called `on`. White space is one space.
    var texts: [String] {
        mutants.map { mutant in
            plain(Schemata(file, [mutant]).text)
                .replacing("mutantIsOn(\(mutant.number))", with: "on")
        }
    }

    /// The source with all of them.
    var together: String { Schemata(file, mutants).text }

    private func plain(_ text: String) -> String {
        text.replacing(#//\*<?\d+>?\*//#, with: "").split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
    }
}
