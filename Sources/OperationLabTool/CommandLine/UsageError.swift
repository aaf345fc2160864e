private import TextFormats

/// An error in the command line, or in a file or folder that it names. Ends with status 64.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Returns the result of `body`, and turns an error of a named file into a ``UsageError``.
    static func onFileError<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FileError {
            throw UsageError("\(error)")
        }
    }
}
