/// What is to be done with the body of a response. A function of what was asked and what came; nothing is done here.
enum BodyPlan: Hashable, Sendable {
    /// It goes on where the partial file ends; the whole file will have so many bytes, if that is known.
    case append(total: UInt64?)
    /// It is the whole file, of so many bytes if that is known.
    case replace(total: UInt64?)
    /// It is of no use: the partial file is of another file than the server has now. To be asked again for all of it.
    case askAgain
    /// There is none; the file is elsewhere.
    case follow(location: String)
    /// It is no file.
    case refuse(DownloadError.Reason)

    /// The bytes of the file that were asked for: those from `offset` on, of the file that `validator` recognises.
    struct ResumePoint: Hashable, Sendable {
        let offset: UInt64
        let validator: EntityValidator
        let total: UInt64?
    }

    /// The codings that every client of this package undoes.
    private static let codings: Set = ["gzip", "x-gzip", "deflate"]

    /// - Parameters:
    ///   - head: What came.
    ///   - resume: What was asked for; nil for the whole file.
    init(_ head: ResponseHead, asked resume: ResumePoint?) {
        if let coding = head.coding, !Self.codings.contains(coding) {
            self = .refuse(
                .invalidResponse("the server has compressed it by '\(coding)', which isn't understood"))
            return
        }
        switch (head.status, resume) {
        case (200, _), (203, _): self = .replace(total: head.length)
        case (206, let resume?):
            self = Self.fits(head, resume) ? .append(total: Self.total(head, resume)) : .askAgain
        case (206, nil):
            self = .refuse(.invalidResponse("the server sent a part of the file, which nobody asked for"))
        case (412, .some), (416, .some): self = .askAgain
        case (301, _), (302, _), (303, _), (307, _), (308, _):
            let reason = DownloadError.Reason.redirects(
                "it is redirected, and the server doesn't say where to")
            self = head["location"].map { .follow(location: $0) } ?? .refuse(reason)
        default: self = .refuse(.refused(status: head.status))
        }
    }

    /// Whether the body is what was asked for.
    private static func fits(_ head: ResponseHead, _ resume: ResumePoint) -> Bool {
        guard head.coding == nil, let range = head["content-range"].flatMap(ContentRange.init),
            range.first == resume.offset, !resume.validator.contradicts(head.validator)
        else { return false }
        guard let known = resume.total, let total = range.total else { return true }
        return known == total
    }

    private static func total(_ head: ResponseHead, _ resume: ResumePoint) -> UInt64? {
        head["content-range"].flatMap(ContentRange.init)?.total ?? resume.total
            ?? head.length.map { resume.offset + $0 }
    }
}
