private import ResultFiles

/// What is wrong with the command line, or with a file or folder that it names. Ends with status 64.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// - Parameter kind: What is unknown: "queue".
    init(unknown kind: String, _ name: String, among names: [String]) {
        self.init(Self.unknown(kind, name, among: names))
    }

    static func unknown(_ kind: String, _ name: String, among names: [String]) -> String {
        NearestNames.sentence(unknown: kind, name, among: names)
    }

    /// What `body` returns; a file that was named and can't be used is such an error.
    static func onFileError<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FileError {
            throw UsageError("\(error)")
        }
    }
}
