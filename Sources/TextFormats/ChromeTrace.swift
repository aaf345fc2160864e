private import FoundationEssentials

/// A file in Chrome's trace event format, which chrome://tracing and Perfetto show.
public struct ChromeTrace {
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
        public var bp: String?
        public var args: [String: Argument]?

        public init(
            ph: String, name: String, pid: Int, tid: Int, cat: String? = nil, ts: Double? = nil,
            dur: Double? = nil, id: String? = nil, s: String? = nil, bp: String? = nil,
            args: [String: String]? = nil, counts: [String: Double]? = nil
        ) {
            (self.ph, self.name, self.pid, self.tid) = (ph, name, pid, tid)
            (self.cat, self.ts, self.dur, self.id, self.s, self.bp) = (cat, ts, dur, id, s, bp)
            self.args = counts?.mapValues(Argument.number) ?? args?.mapValues(Argument.text)
        }
    }

    /// A text, or what a counter has come to.
    public enum Argument: Encodable, ExpressibleByStringLiteral {
        case text(String)
        case number(Double)

        public init(stringLiteral value: String) { self = .text(value) }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    let otherData: [String: String]
    let traceEvents: [Event]

    /// - Parameters:
    ///   - events: What the file shows, in any order.
    ///   - otherData: What the file says of itself.
    public init(_ events: [Event], otherData: [String: String]) {
        traceEvents = events
        self.otherData = otherData
    }

    /// The text of the file, an event a line: traces are long. Throws an error of the encoder.
    public func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        var text = "{\"displayTimeUnit\":\"ms\",\n\"otherData\":\(try line(otherData)),\n\"traceEvents\":[\n"
        for (index, event) in traceEvents.enumerated() {
            text += try line(event) + (index + 1 == traceEvents.count ? "\n" : ",\n")
        }
        return text + "]}\n"
    }
}
