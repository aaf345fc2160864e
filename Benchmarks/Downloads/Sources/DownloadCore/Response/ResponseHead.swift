/// The head of a response, whichever client has read it.
public struct ResponseHead: Sendable {
    /// As in 200.
    public let status: Int
    /// By names in small letters; of several of one name, the first.
    private let fields: [String: String]

    /// - Parameters:
    ///   - status: As in 200.
    ///   - fields: Names, in any case, and values.
    public init(status: Int, fields: some Sequence<(String, String)>) {
        self.status = status
        self.fields = Dictionary(fields.map { ($0.0.lowercased(), $0.1) }) { first, _ in first }
    }

    /// The value of a field, whose name is given in small letters; nil if it isn't there.
    subscript(name: String) -> String? { fields[name] }

    /// How the body is compressed; nil if it isn't.
    var coding: String? {
        guard let coding = self["content-encoding"]?.lowercased().filter({ !$0.isWhitespace }),
            !coding.isEmpty, coding != "identity"
        else { return nil }
        return coding
    }

    /// How many bytes the body has as it is written to the file; nil if the head doesn't say.
    var length: UInt64? { coding == nil ? self["content-length"].flatMap { UInt64($0) } : nil }

    /// The name that the server gives the file.
    var fileName: String? { self["content-disposition"].flatMap(ContentDisposition.fileName) }

    /// By what the file can be recognised later.
    var validator: EntityValidator {
        EntityValidator(entityTag: self["etag"], lastModified: self["last-modified"])
    }
}
