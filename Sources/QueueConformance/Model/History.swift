/// What happened in a scenario: calls with their invocation and their return, starts and finishes stamped
/// inside the bodies of operations.
///
/// Stamps come from one monotonic clock, so an event lies between its invocation and its return; two events
/// whose intervals overlap may have happened in either order.
public struct History: Hashable, Codable, Sendable {
    /// One thing that happened.
    public struct Event: Hashable, Codable, Sendable {
        /// What can happen.
        public enum Kind: String, Codable, Sendable {
            /// A call of the queue's API, or the body of an operation, at its begin or its end.
            case called, returned, started, finished
            /// A call that the check didn't make, since it would have been misuse.
            case skipped
        }

        /// Nanoseconds since the scenario began.
        public let time: UInt64
        /// What happened.
        public let kind: Kind
        /// The operation, or the call as it reads in code.
        public let subject: String
        /// Who did it: the lane of a call, the thread of a body.
        public let actor: String

        /// What happened to `subject`, or was called, at `time`.
        public init(time: UInt64, kind: Kind, subject: String, actor: String) {
            self.time = time
            self.kind = kind
            self.subject = subject
            self.actor = actor
        }
    }

    /// In the order of their stamps.
    public let events: [Event]

    /// The history of these events, which it sorts; those with one stamp keep their order.
    public init(_ events: [Event]) {
        self.events = events.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }
}

extension History {
    /// The calls that haven't returned, in the order in which they were made: "queue.addOperation(A)".
    public var unreturned: [String] {
        var open: [(call: String, actor: String)] = []
        for event in events {
            switch event.kind {
            case .called: open.append((event.subject, event.actor))
            case .returned:
                open.lastIndex { $0 == (event.subject, event.actor) }.map { _ = open.remove(at: $0) }
            case .started, .finished, .skipped: break
            }
        }
        return open.map(\.call)
    }
}

extension History: CustomStringConvertible {
    /// A line an event: microseconds, who, what.
    public var description: String {
        events.map { event in
            let microseconds = String(event.time / 1000)
            let padding = String(repeating: " ", count: max(0, 8 - microseconds.count))
            return "\(padding)\(microseconds) µs  \(event.actor): \(event.subject) \(event.kind.rawValue)"
        }
        .joined(separator: "\n")
    }
}
