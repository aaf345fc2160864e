/// A file in Chrome's trace event format, which chrome://tracing and Perfetto show.
public struct ChromeTrace: Encodable {
    /// An event, with the names of the format. Times are in microseconds. Processes and threads are numbered from 1: some readers treat
    /// process 0 and thread 0 as idle.
    public struct Event: Encodable {
        let ph: String
        let name: String
        let pid: Int
        let tid: Int
        public var cat: String?
        public var ts: Double?
        public var dur: Double?
        public var id: String?
        public var s: String?
        public var args: [String: String]?

        public init(
            ph: String, name: String, pid: Int, tid: Int, cat: String? = nil, ts: Double? = nil,
            dur: Double? = nil, id: String? = nil, s: String? = nil, args: [String: String]? = nil
        ) {
            (self.ph, self.name, self.pid, self.tid) = (ph, name, pid, tid)
            (self.cat, self.ts, self.dur, self.id, self.s, self.args) = (cat, ts, dur, id, s, args)
        }
    }

    let displayTimeUnit = "ms"
    let otherData: [String: String]
    let traceEvents: [Event]

    /// - Parameters:
    ///   - events: What the file shows, in any order.
    ///   - otherData: What the file says of itself.
    public init(_ events: [Event], otherData: [String: String]) {
        traceEvents = events
        self.otherData = otherData
    }

    /// The text of the file. Throws an error of the encoder.
    public func text() throws -> String { try JSONText.text(self) }
}
