private import LinuxPlatform

/// Writes a CSV file one record at a time. The file holds only whole records even if the process is killed.
///
/// Each record is one `write` to a file that is open for appending. Nothing is buffered.
///
/// ## Thread safety
///
/// Any thread may append records; each call blocks for one write.
public final class CSVWriter: Sendable {
    public let path: String
    public let columns: [String]
    private let descriptor: Int32

    /// Creates the file and writes its header.
    ///
    /// - Throws: ``FileError`` if the file exists or can't be written.
    public init(creating path: String, columns: [String]) throws {
        self.path = path
        self.columns = columns
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError.last("create", path) }
        try write(CSVRow.text(columns))
    }

    deinit { close(descriptor) }

    /// Appends one record.
    ///
    /// - Parameter values: One value for each column, in the order of the columns; nil for a missing value.
    /// - Throws: ``FileError``; the file then ends with the record before.
    /// - Precondition: There are as many values as columns.
    public func append(_ values: [String?]) throws {
        guard values.count == columns.count else {
            fatalError("\(path) has \(columns.count) columns, and a record has \(values.count) values.")
        }
        try write(CSVRow.text(values))
    }

    private func write(_ record: String) throws {
        var record = record
        try record.withUTF8 { bytes in
            var written: Int
            repeat {
                written = systemWrite(descriptor, bytes.baseAddress, bytes.count)
            } while written < 0 && errno == EINTR
            if written == bytes.count { return }
            let error = FileError.last("write", path)
            guard written > 0 else { throw error }
            // The disk is full: remove the partial record.
            let end = lseek(descriptor, 0, SEEK_END)
            ftruncate(descriptor, end - off_t(written))
            throw FileError(action: "write", path: path, reason: "there is no room for a whole record")
        }
    }
}

/// `write(2)` under a name that no method here hides.
private let systemWrite = write as @Sendable (Int32, UnsafeRawPointer?, Int) -> Int
