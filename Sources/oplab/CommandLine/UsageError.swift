private import TextFormats

/// What is wrong with the command line, or with a file or folder that it names. Ends with status 64.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What `body` returns; a file that was named and can't be used is such an error.
    static func onFileError<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FileError {
            throw UsageError("\(error)")
        }
    }
}
