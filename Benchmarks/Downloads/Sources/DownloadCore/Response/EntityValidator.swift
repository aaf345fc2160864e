/// By what a server lets a file be recognised (RFC 9110, 8.8): a part of it that is asked for later belongs to the part that
/// is there only if the file is still the same.
struct EntityValidator: Hashable, Codable, Sendable {
    /// With its quotation marks, and `W/` before it if it is weak.
    var entityTag: String?
    /// As the server writes it.
    var lastModified: String?

    /// What goes into `If-Range`: a strong tag, or else the time of the last change; nil if the file can't be recognised. A
    /// weak tag says that two files mean the same, not that their bytes are the same.
    var ifRange: String? {
        if let entityTag { return entityTag.hasPrefix("\"") ? entityTag : nil }
        return lastModified
    }

    /// Whether `other` is of another file, as far as both say something.
    func contradicts(_ other: EntityValidator) -> Bool {
        if let entityTag, let otherTag = other.entityTag { return entityTag != otherTag }
        if let lastModified, let otherTime = other.lastModified { return lastModified != otherTime }
        return false
    }
}
