/// The events of a trial, stamped by one monotonic clock where they happened.
///
/// An operation stamps its begin first and its end last, so operations that overlap here did overlap.
public struct Timeline: Hashable, Codable, Sendable {
    /// The thread that made a stamp.
    public struct Thread: Hashable, Codable, Sendable {
        /// The kernel's thread ID.
        public let id: Int32
        /// Whether it runs the work of the main dispatch queue.
        public let isMain: Bool

        /// The thread with the kernel's thread ID `id`.
        public init(id: Int32, isMain: Bool = false) {
            self.id = id
            self.isMain = isMain
        }

        /// Whether both are the same thread for the program: the main dispatch queue may run on several.
        public func isSame(as other: Thread) -> Bool {
            isMain == other.isMain && (isMain || id == other.id)
        }
    }

    /// A time and a thread.
    public struct Stamp: Hashable, Codable, Sendable {
        /// Nanoseconds since the trial began.
        public let time: UInt64
        /// The thread that made it.
        public let thread: Thread

        /// A stamp of `thread`, so many nanoseconds after the trial began.
        public init(time: UInt64, thread: Thread) {
            self.time = time
            self.thread = thread
        }
    }

    /// The stamps of an operation. A stamp is nil if its event was not observed during the trial.
    public struct Operation: Hashable, Codable, Sendable {
        /// Its name: a letter or a digit.
        public let name: String
        /// Its `start` was called by hand, or it was added to a queue.
        public var called: Stamp?
        /// Its code began: `main`, or the `start` that overrides.
        public var began: Stamp?
        /// The overridden `start` has returned. Nil if `main` does the work.
        public var returned: Stamp?
        /// Its work is done.
        public var ended: Stamp?
        /// How often its code began again. The stamps are those of the first time.
        public var repeats = 0

        /// An operation with these stamps.
        public init(
            name: String, called: Stamp? = nil, began: Stamp? = nil, returned: Stamp? = nil,
            ended: Stamp? = nil
        ) {
            self.name = name
            self.called = called
            self.began = began
            self.returned = returned
            self.ended = ended
        }

        /// Whether its `start` returned before its work was done.
        public var outlivesStart: Bool {
            guard let returned, let began, began.time <= returned.time else { return false }
            return ended.map { returned.time < $0.time } ?? true
        }
    }

    /// The operations, in the order in which they were started or added.
    public var operations: [Operation]

    /// A timeline of these operations.
    public init(operations: [Operation]) { self.operations = operations }
}

extension Timeline {
    /// The names of the operations whose work wasn't done when the trial was over.
    public var unended: [String] { operations.filter { $0.ended == nil }.map(\.name) }

    /// The most operations that executed at once. An operation that ends when another begins doesn't overlap it.
    public var mostAtOnce: Int {
        var changes: [(time: UInt64, step: Int)] = []
        for operation in operations {
            guard let began = operation.began else { continue }
            changes.append((began.time, 1))
            if let ended = operation.ended { changes.append((ended.time, -1)) }
        }
        var (now, most) = (0, 0)
        for change in changes.sorted(by: { ($0.time, $0.step) < ($1.time, $1.step) }) {
            now += change.step
            most = max(most, now)
        }
        return most
    }

    /// The distinct threads that ran the operations' code, in the order of their first use.
    public var threads: [Thread] { Self.distinct(operations.compactMap(\.began)) }

    /// The distinct threads of all stamps: the main thread first, then in the order of their first stamp.
    public var allThreads: [Thread] {
        let threads = Self.distinct(
            operations.flatMap { [$0.called, $0.began, $0.ended] }.compactMap(\.self))
        return threads.filter(\.isMain) + threads.filter { !$0.isMain }
    }

    private static func distinct(_ stamps: [Stamp]) -> [Thread] {
        var threads: [Thread] = []
        for stamp in stamps.sorted(by: { $0.time < $1.time })
        where !threads.contains(where: stamp.thread.isSame) {
            threads.append(stamp.thread)
        }
        return threads
    }

    /// The time of the last stamp, in nanoseconds since the trial began.
    public var duration: UInt64 {
        operations.flatMap { [$0.called, $0.began, $0.returned, $0.ended] }.compactMap { $0?.time }.max() ?? 0
    }

    subscript(name: String) -> Operation? { operations.first { $0.name == name } }
}
