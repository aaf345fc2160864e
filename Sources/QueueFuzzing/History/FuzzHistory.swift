/// What happened when a program ran: the events of all threads in one order.
///
/// An event's index is its time. A call takes effect between its invocation and its return; two calls of which neither
/// returned before the other was invoked may have taken effect in either order.
public struct FuzzHistory: Codable, Hashable, Sendable {
    /// One thing that happened.
    public struct Event: Codable, Hashable, Sendable {
        /// What can happen.
        public enum Kind: Codable, Hashable, Sendable {
            /// A call was invoked. `id` tells it from all others of the history.
            case invoked(id: Int, FuzzCall)
            /// A call returned. `value` is what was read; 0 and 1 for false and true, nil if the call reads nothing.
            case returned(id: Int, value: Int?)
            /// The body of an operation or a barrier began.
            case began(Int)
            /// The body ended.
            case ended(Int)
            /// The completion block ran.
            case completed(Int)
        }

        public let kind: Kind
        /// The thread of the system on which it happened.
        public let thread: Int32

        public init(_ kind: Kind, thread: Int32 = 0) {
            self.kind = kind
            self.thread = thread
        }
    }

    /// In the order in which they were recorded.
    public var events: [Event]
    /// Whether all calls had returned, those included that wait for everything at the end.
    public var hasEnded: Bool

    public init(_ events: [Event], hasEnded: Bool = true) {
        self.events = events
        self.hasEnded = hasEnded
    }

    /// The events from one time to another, a line each, with the names of the program that ran.
    public func text(of program: FuzzProgram, _ range: ClosedRange<Int>? = nil) -> String {
        var calls: [Int: FuzzCall] = [:]
        var threads: [Int32: Int] = [:]
        var lines: [String] = []
        for (time, event) in events.enumerated() {
            let thread = threads[event.thread] ?? threads.count + 1
            threads[event.thread] = thread
            if case .invoked(let id, let call) = event.kind { calls[id] = call }
            let what =
                switch event.kind {
                case .invoked(_, let call): "\(program.text(call)) called"
                case .returned(let id, let value):
                    "\(calls[id].map(program.text) ?? "?") returned"
                        + (value.map { " \(Self.text($0, calls[id]))" } ?? "")
                case .began(let operation): "\(FuzzProgram.name(operation)) began"
                case .ended(let operation): "\(FuzzProgram.name(operation)) ended"
                case .completed(let operation): "\(FuzzProgram.name(operation)) ran its completion block"
                }
            guard range?.contains(time) ?? true else { continue }
            let number = String(time)
            let padding = String(repeating: " ", count: max(0, 4 - number.count))
            lines.append("\(padding)\(number)  T\(thread): \(what)")
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ value: Int, _ call: FuzzCall?) -> String {
        switch call {
        case .read, .readSuspended: value != 0 ? "true" : "false"
        default: "\(value)"
        }
    }
}
