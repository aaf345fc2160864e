extension CSVReader {
    /// Reads the header, which has to have these columns and no others.
    ///
    /// - Parameters:
    ///   - columns: Their names, in order.
    ///   - file: What files of this kind are called.
    ///   - required: How many of them have to be there; nil: all. Older files may lack the others.
    ///   - ofAdded: What to say of a column that is there behind all of these; nil: that it isn't such a file.
    ///   - ofMissing: What to say where there are so many of these columns, and then none; nil: the same.
    /// - Throws: ``FileError`` with the place.
    public mutating func header(
        _ columns: [String], of file: String, required: Int? = nil,
        ofAdded: (String) -> String? = { _ in nil },
        ofMissing: (Int) -> String? = { _ in nil }
    ) throws(FileError) {
        guard let header = try next() else {
            throw FileError(action: "read", path: path, reason: "it is empty, and has not even a header")
        }
        for (index, name) in header.fields.enumerated() {
            guard index < columns.count else {
                throw error(
                    header.positions[index],
                    ofAdded(name) ?? "there is no column '\(name)': this is no \(file)")
            }
            guard name == columns[index] else {
                throw error(
                    header.positions[index],
                    "column \(index + 1) is '\(name)', and has to be '\(columns[index])': this is no \(file)")
            }
        }
        let count = header.fields.count
        columnCount = count
        guard count < required ?? columns.count else { return }
        throw error(
            header.positions[count - 1],
            "behind this column, '\(columns[count])' is missing: \(ofMissing(count) ?? "this is no \(file)")")
    }
}
