internal import ConcurrencyPrimitives

/// The steps of a schedule's threads: a line for each step, a column for each thread or task.
public struct Interleaving: Codable, Hashable, Sendable {
    /// A step of one thread.
    public struct Event: Codable, Hashable, Sendable {
        /// The number of the thread, in the order of creation.
        public let thread: Int
        /// What it does, in words.
        public let action: String
        /// File and line; empty if they aren't known.
        public let location: String
        /// Whether another thread made the step before, and could have continued.
        public let isPreemption: Bool
    }

    /// A thread that the program started, or a task, whose jobs are a thread each.
    public struct Column: Codable, Hashable, Sendable {
        /// `thread 2`, or `task 1`: tasks are numbered in the order of their first jobs.
        public let name: String
        /// The function that it runs; empty if that isn't known.
        public let function: String
        /// The numbers of its threads.
        public let threads: [Int]
    }

    /// The steps in their order. Of a schedule that doesn't end, those of its beginning and of its end.
    public let events: [Event]
    /// How many steps are left out: after the first half of ``events``.
    public internal(set) var omitted = 0
    /// What made them, in the order of creation.
    public let columns: [Column]

    /// The number of the column of each thread.
    var columnOfThread: [Int: Int] {
        Dictionary(
            uniqueKeysWithValues: columns.enumerated().flatMap { index, column in
                column.threads.map { ($0, index) }
            })
    }
}

extension Interleaving: CustomStringConvertible {
    public var description: String {
        let column = columnOfThread
        // Many columns are narrow, and a text may extend into the columns to its right.
        let isNarrow = columns.count > 5
        let width = isNarrow ? 4 : 16
        let head = columns.map { (isNarrow ? $0.shortName : $0.name).padded(to: width) }.joined()
        let isLong = events.count > 2 * Self.linesShown
        let shown = isLong ? events.prefix(Self.linesShown) + events.suffix(Self.linesShown) : events[...]
        var lines = shown.map { event in
            let before = String(repeating: " ", count: column[event.thread]! * width)
            let rest = (columns.count - column[event.thread]!) * width + (isNarrow ? 16 : 0)
            return (before + event.action.padded(to: rest) + event.location).trimmingTrailingSpaces
        }
        if isLong {
            lines.insert("… \(events.count - shown.count + omitted) more steps …", at: Self.linesShown)
        }
        return (columns.compactMap(\.legend) + [head.trimmingTrailingSpaces] + lines)
            .joined(separator: "\n")
    }

    /// Of a schedule that doesn't end, so many steps are shown of its beginning and of its end.
    private static var linesShown: Int { 200 }
}

extension Interleaving.Column {
    /// `t2` for task 2, and `2` for thread 2.
    fileprivate var shortName: String {
        let number = name.drop { $0 != " " }.dropFirst()
        return name.hasPrefix("task") ? "t\(number)" : String(number)
    }

    /// The number of the task; nil if it is a thread.
    var task: Int? { name.hasPrefix("task ") ? Int(name.dropFirst(5)) : nil }

    /// What its name doesn't say; nil if that is nothing.
    var legend: String? {
        let isOne = name == "thread \(threads[0])"
        if isOne, function.isEmpty { return nil }
        let numbers = threads.map(String.init).joined(separator: ", ")
        let jobs = isOne ? "" : " (\(threads.count == 1 ? "thread" : "threads") \(numbers))"
        return "\(name)\(jobs)\(function.isEmpty ? "" : ": \(function)")"
    }
}

extension Interleaving {
    /// Resources are named in order of first use: two that were at the same address one after the other share a name.
    init(_ record: ScheduleRecord) {
        var names: [ThreadStep.Resource: String] = [:]
        omitted = max(0, record.events.count - Self.mostEvents)
        let half = Self.mostEvents / 2
        let kept = omitted > 0 ? record.events.prefix(half) + record.events.suffix(half) : record.events[...]
        let places = CodePlaces(kept.compactMap(\.site) + (record.crash.map { [.stack($0.stack)] } ?? []))
        let steps = kept.map { event in
            let location = event.site.map(places.text) ?? ""
            var action = event.isResumption ? "resumes" : event.step.verb
            if let resource = event.step.resource {
                let count = names.keys.count { $0.noun == resource.noun }
                let name = names[resource] ?? "\(resource.noun) \(count + 1)"
                names[resource] = name
                action += " \(name)"
            }
            if event.isSpurious { action += " without a signal" }
            if event.isEarly { action += " early" }
            if event.laterStores > 0 { action += ", \(event.laterStores) before the last store" }
            return Event(
                thread: event.thread, action: action, location: location, isPreemption: event.isPreemption)
        }
        let crash = record.crash.map { crash in
            Event(
                thread: crash.thread, action: "crashes", location: places.text(crash.stack),
                isPreemption: false)
        }
        events = steps + (crash.map { [$0] } ?? [])
        columns = Self.columns(kept, places, record.taskNumbers)
    }

    /// A schedule of 100,000 steps would take more memory, and a longer message, than anybody reads.
    private static var mostEvents: Int { 10_000 }

    private static func columns(
        _ events: ArraySlice<ScheduleRecord.Event>, _ places: CodePlaces, _ taskNumbers: [UInt64: Int]
    ) -> [Column] {
        /// A task, or a thread that is a job of none.
        struct Key: Hashable {
            let task: UInt64
            let thread: Int?
        }
        let groups = Dictionary(grouping: events) {
            Key(task: $0.task, thread: $0.task == 0 ? $0.thread : nil)
        }
        return groups.map { key, events in (key, events, threads: Set(events.map(\.thread)).sorted()) }
            .sorted { $0.threads[0] < $1.threads[0] }
            .map { key, events, threads in
                // Of a job that begins, that of its own code: who awaits it is another's.
                let sites = events.lazy.compactMap { $0.step == .begin ? $0.site?.innermost : $0.site }
                let function = sites.map(places.function).first { !$0.isEmpty }
                return Column(
                    name: taskNumbers[key.task].map { "task \($0)" } ?? "thread \(threads[0])",
                    function: function ?? "", threads: threads)
            }
    }

    /// None: of a schedule that wasn't recorded.
    static let empty = Interleaving(events: [], columns: [])

    /// The numbers that the events have among all steps, from 0.
    var numbers: [Int] {
        events.indices.map { $0 < events.count / 2 ? $0 : $0 + omitted }
    }
}

extension ThreadStep {
    struct Resource: Hashable {
        let noun: String
        let address: UInt
    }

    var resource: Resource? {
        switch self {
        case .begin, .reach(.spawn), .reach(.accessed): nil
        case .reach(.lock(let id)), .reach(.unlock(let id)): Resource(noun: "lock", address: id.address)
        case .reach(.load(let id)), .reach(.store(let id)), .reach(.pause(let id)):
            Resource(noun: "word", address: id.address)
        case .reach(.park(let id)), .reach(.unpark(let id)), .retry(let id):
            Resource(noun: "parker", address: id.address)
        case .takeInRuntime(let id): Resource(noun: "runtime mutex", address: id.address)
        }
    }

    var verb: String {
        switch self {
        case .begin: "begins"
        case .reach(.lock): "locks"
        case .reach(.unlock): "unlocked"
        case .reach(.load): "loads"
        case .reach(.store): "stores to"
        case .reach(.accessed): "continues"
        case .reach(.pause): "polls"
        case .reach(.park): "parks on"
        case .reach(.unpark): "unparked"
        case .reach(.spawn): "spawned"
        case .retry: "wakes on"
        case .takeInRuntime: "waits for"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self + " "
    }

    fileprivate var trimmingTrailingSpaces: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
