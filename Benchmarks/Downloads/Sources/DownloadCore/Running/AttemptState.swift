internal import Crypto
private import FoundationEssentials

/// What an attempt has in hand.
struct AttemptState: Sendable {
    private(set) var hasBegun = false
    private(set) var partial: PartialFile?
    private(set) var head: ResponseHead?
    /// How many bytes the whole file has; nil if that isn't known.
    private(set) var total: UInt64?
    private(set) var resumedFrom: UInt64 = 0
    private var hash: SHA256?
    private var trail: RedirectTrail?

    // What was reserved or written is given back where a disk is full, so that others can go on.

    /// Opens the partial file.
    mutating func begin(_ plan: DownloadPlan) throws(DiskError) {
        hasBegun = true
        let partial = try PartialFile(of: plan.request, in: plan.folder)
        self.partial = partial
        resumedFrom = partial.length
        trail = RedirectTrail(plan.request.url, most: plan.settings.redirects)
    }

    /// The file is elsewhere.
    mutating func follow(_ location: String) throws(DownloadError.Reason) { try trail?.follow(location) }

    /// What to ask the server for.
    func request(_ plan: DownloadPlan) -> TransferRequest {
        let point = resumePoint
        var fields = trail?.allowed(plan.request.fields) ?? []
        // A part of a compressed file is no part of the file.
        let isCompressible = plan.settings.asksForCompression && point == nil
        fields.append(.init("Accept-Encoding", isCompressible ? "gzip, deflate" : "identity"))
        if let point, let validator = point.validator.ifRange {
            fields += [.init("Range", "bytes=\(point.offset)-"), .init("If-Range", validator)]
        }
        return TransferRequest(url: trail?.url.absoluteString ?? plan.request.text, fields: fields)
    }

    /// What is asked for; nil for the whole file.
    var resumePoint: BodyPlan.ResumePoint? {
        guard resumedFrom > 0, let record = partial?.record else { return nil }
        return BodyPlan.ResumePoint(offset: resumedFrom, validator: record.validator, total: record.total)
    }

    /// What is there is of no use.
    mutating func startAnew() throws(DiskError) {
        resumedFrom = 0
        try partial?.empty()
    }

    /// The body comes.
    ///
    /// - Parameters:
    ///   - hash: Of what is there; nil if nobody asks for it.
    mutating func expect(_ head: ResponseHead, total: UInt64?, hash: SHA256?) throws(DiskError) {
        self.head = head
        self.total = total
        self.hash = hash
        if let total { try partial?.reserve(total: total) }
    }

    /// Returns how many bytes there are now.
    mutating func append(_ bytes: UnsafeRawBufferPointer, killSafeSize: UInt64) throws(DiskError) -> UInt64 {
        try partial?.append(bytes)
        hash?.update(bufferPointer: bytes)
        let length = partial?.length ?? 0
        if length >= killSafeSize { try writeRecord() }
        return length
    }

    private mutating func writeRecord() throws(DiskError) {
        // What is compressed has no place at which the server could go on.
        if let head, head.coding == nil { try partial?.writeRecord(head.validator, total: total) }
    }

    /// What is wrong with the file as it is now; nil if nothing is.
    func problem(expected digest: SHA256Checksum?) -> DownloadError.Reason? {
        if let total, let length = partial?.length, length != total {
            return .wrongLength(expected: total, received: length)
        }
        guard let digest, let hash else { return nil }
        let received = SHA256Checksum(hash.finalize())
        return received == digest ? nil : .wrongChecksum(expected: digest, received: received)
    }

    /// Gives the file its name.
    mutating func finish(_ plan: DownloadPlan) throws(DiskError) -> DownloadedFile? {
        guard let partial else { return nil }
        let name = plan.request.fileName ?? head?.fileName ?? plan.request.url.lastName
        let given = try partial.finish(as: SafeFileName(name), flushing: plan.settings.flushes)
        self.partial = nil
        return DownloadedFile(
            path: plan.folder.path(of: given), length: partial.length, resumedFrom: resumedFrom)
    }

    /// Closes the partial file, and keeps what there is to go on with.
    mutating func fail(_ reason: DownloadError.Reason, _ plan: DownloadPlan) -> PartialFileNote? {
        if !hasBegun { return PartialFile.noteOfEarlier(plan.request, in: plan.folder) }
        defer { (partial, hash) = (nil, nil) }
        guard let length = partial?.length else { return nil }
        // Where the disk is full, others may need the room; where the bytes are wrong, more of them help nobody.
        let isSpoilt = reason.spoils(length)
        // If it can't be written, the file can't be resumed.
        if length > 0, !isSpoilt { try? writeRecord() }
        if !isSpoilt, let note = partial?.note { return note }
        partial?.remove()
        return nil
    }
}

extension DownloadError.Reason {
    /// Whether bytes that were received before it are of no use.
    fileprivate func spoils(_ length: UInt64) -> Bool {
        switch self {
        case .wrongChecksum: true
        case .wrongLength(let expected, _): length > expected
        case .disk(let error): error.isDiskFull
        default: false
        }
    }
}
