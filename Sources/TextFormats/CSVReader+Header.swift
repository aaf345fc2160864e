extension CSVReader {
    /// Reads the header, which must have these columns and no others.
    ///
    /// - Parameters:
    ///   - columns: The names of the columns, in order.
    ///   - file: What files of this kind are called.
    ///   - required: The number of columns that must be present; nil: all. Older files may lack the others.
    ///   - ofAdded: The message for a column behind the last known one; nil: that it isn't such a file.
    ///   - ofMissing: The message for a file that ends after so many columns; nil: that it isn't such a file.
    /// - Throws: ``FileError`` with the position.
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
                    "column \(index + 1) is '\(name)', and must be '\(columns[index])': this is no \(file)")
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
