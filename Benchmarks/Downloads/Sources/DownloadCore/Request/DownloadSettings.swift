/// How files are downloaded.
public struct DownloadSettings: Sendable {
    /// How long what may take; nil for as long as it likes.
    public struct Timeouts: Hashable, Sendable {
        /// Making a connection.
        public var connect: Duration?
        /// Between two pieces of a response. Until the first of them, ``connect`` is added.
        public var idle: Duration?
        /// The whole download, with all attempts and the pauses between them.
        public var total: Duration?

        /// - Parameters:
        ///   - connect: Making a connection.
        ///   - idle: Between two pieces of a response.
        ///   - total: The whole download.
        public init(
            connect: Duration? = .seconds(30), idle: Duration? = .seconds(60), total: Duration? = nil
        ) {
            self.connect = connect
            self.idle = idle
            self.total = total
        }
    }

    /// How long what may take.
    public var timeouts: Timeouts

    /// How many redirects are followed.
    public var redirects: Int

    /// Whether the server is asked to compress. What it compresses can't be resumed, nor can its length be checked.
    public var asksForCompression: Bool

    /// From which size on a partial file can be resumed also after the process was killed. Below it, it can be after an end
    /// of every other kind; a small file isn't worth the second one that this takes.
    public var killSafeSize: UInt64

    /// Whether a file is on the disk, and not in the system's memory, before it gets its name: for what a failure of power
    /// must not take back. It costs a write to the disk for each file.
    public var flushes: Bool

    /// - Parameters:
    ///   - timeouts: How long what may take.
    ///   - redirects: How many redirects are followed.
    ///   - asksForCompression: Whether the server is asked to compress.
    ///   - killSafeSize: From which size on a partial file can be resumed also after the process was killed.
    ///   - flushes: Whether a file is on the disk before it gets its name.
    public init(
        timeouts: Timeouts = Timeouts(), redirects: Int = 10, asksForCompression: Bool = false,
        killSafeSize: UInt64 = 1 << 20, flushes: Bool = false
    ) {
        self.timeouts = timeouts
        self.redirects = redirects
        self.asksForCompression = asksForCompression
        self.killSafeSize = killSafeSize
        self.flushes = flushes
    }
}
