/// What happened in a trial: stamps of one monotonic clock, made where it happened.
///
/// An operation stamps its begin as the first thing that it does and its end as the last, so two that overlap here have
/// overlapped.
public struct Timeline: Hashable, Codable, Sendable {
    /// The thread that made a stamp.
    public struct Thread: Hashable, Codable, Sendable {
        /// The kernel's number of it.
        public let id: Int32
        /// Whether it ran what the main thread runs: the work of the main dispatch queue.
        public let isMain: Bool

        /// The thread that the kernel calls `id`.
        public init(id: Int32, isMain: Bool = false) {
            self.id = id
            self.isMain = isMain
        }

        /// Whether both are one thread, as the program sees it: the main dispatch queue may run on several.
        public func isSame(as other: Thread) -> Bool {
            isMain == other.isMain && (isMain || id == other.id)
        }
    }

    /// When, and on which thread.
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

    /// An operation, and what became of it. What is nil didn't happen while the trial was observed.
    public struct Operation: Hashable, Codable, Sendable {
        /// What to call it: a letter or a digit.
        public let name: String
        /// Its `start` was called by hand, or it was added to a queue.
        public var called: Stamp?
        /// Its code began: `main`, or the `start` that overrides.
        public var began: Stamp?
        /// The `start` that overrides has returned. Nil where `main` does the work.
        public var returned: Stamp?
        /// Its work is done.
        public var ended: Stamp?
        /// How often its code began again after that. The stamps are those of the first time.
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
    /// Those whose work wasn't done when the trial was over, by name.
    public var unended: [String] { operations.filter { $0.ended == nil }.map(\.name) }

    /// The most operations that executed at once. One that ends when another begins doesn't overlap it.
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

    /// The threads that the operations' code ran on, each once, in the order of their first use.
    public var threads: [Thread] { Self.distinct(operations.compactMap(\.began)) }

    /// Every thread that made a stamp, each once: the main one first, the others in the order of their first stamp.
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

    /// When the last stamp was made, in nanoseconds since the trial began.
    public var duration: UInt64 {
        operations.flatMap { [$0.called, $0.began, $0.returned, $0.ended] }.compactMap { $0?.time }.max() ?? 0
    }

    subscript(name: String) -> Operation? { operations.first { $0.name == name } }
}
