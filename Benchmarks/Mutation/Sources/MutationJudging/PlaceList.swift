public import MutationOperators
internal import TextFormats

/// A committed list of mutants, by their places, each with a reason: those that change nothing, or those that are known to survive.
public struct PlaceList: Sendable {
    enum Column: String, CSVColumn { case file, function, operatorName = "operator", change, text, reason }

    public struct Entry: Hashable, Sendable {
        public let place: MutantPlace
        public let reason: String

        public init(_ place: MutantPlace, reason: String) {
            self.place = place
            self.reason = reason
        }
    }

    public let path: String
    public let entries: [Entry]
    private let places: Set<MutantPlace>

    public init(_ path: String, _ entries: [Entry]) {
        self.path = path
        self.entries = entries
        places = Set(entries.map(\.place))
    }

    /// - Throws: ``FileError`` if the file can't be read, or an entry has no reason.
    public init(reading path: String) throws {
        var reader = try CSVReader(path)
        try reader.header(Column.names, of: "list of mutants")
        var entries: [Entry] = []
        while let record = try reader.next() {
            let fields = try CSVFields<Column>(record, of: reader)
            let place = MutantPlace(
                file: try fields.filled(.file), function: fields.text(.function),
                operatorName: try fields.filled(.operatorName), change: try fields.filled(.change),
                text: try fields.filled(.text))
            entries.append(Entry(place, reason: try fields.filled(.reason)))
        }
        self.init(path, entries)
    }

    public func contains(_ place: MutantPlace) -> Bool { places.contains(place) }

    /// The reason for a place; nil if the list doesn't have it.
    public func reason(_ place: MutantPlace) -> String? { entries.first { $0.place == place }?.reason }

    /// The entries that match none of the mutants.
    public func unmatched(by mutants: [Mutant]) -> [Entry] {
        let known = Set(mutants.map(\.place))
        return entries.filter { !known.contains($0.place) }
    }

    public func write() throws {
        let rows = entries.map { entry in
            CSVRow.text([
                entry.place.file, entry.place.function, entry.place.operatorName, entry.place.change,
                entry.place.text, entry.reason,
            ])
        }
        try AtomicFile.replace(path, CSVRow.text(Column.names) + rows.joined())
    }
}
