internal import FaultyQueues
public import OperationQueues
public import Operations
public import QueueBenchmarking
public import QueueConformance

/// The queues that a tool knows, by name: its author's own, and this project's.
///
/// Immutable, so any thread may use it.
public struct SubjectRegistry: Sendable {
    /// This project's queues and those that they are compared with, one a line. To add one, write its subject in a file
    /// of its own, and a line here.
    ///
    /// One that is a `JudgedSubject` can be judged, and one that is a `BenchmarkSubject` is measured where no queue is
    /// named.
    private static let references: [any QueueSubject] = [
        LockSubject(),
        ActorSubject(),
        FoundationSubject(),
        DispatchSerialSubject(),
        DispatchConcurrentSubject(),
        TaskGroupSubject(),
        DiscardingTaskGroupSubject(),
        InlineSubject(),
    ]

    /// This project's own queues with each of some strategies.
    private static func variants(_ strategies: [SchedulingStrategy]) -> [any QueueSubject] {
        strategies.flatMap { strategy in
            [LockSubject(strategy: strategy), ActorSubject(strategy: strategy)] as [any QueueSubject]
        }
    }

    /// Queues that are wrong on purpose, to judge the suite by, and to see that a wrong result has no timing: they can be
    /// named, and are listed last.
    private static let faultyQueues: [any QueueSubject] = FaultySubject.all

    /// The registry of a tool whose author has no queue of his own: `oplab`.
    public static let project = SubjectRegistry(trusted: [], [])

    /// The queues, without the variants of strategies and without the faulty ones. Those of the author come first.
    public let queues: [any QueueSubject]

    /// Whether the tool's author has queues of his own.
    public let hasOwn: Bool

    /// The strategies of this project's own queues, the standard one first, and those of the tool's author last.
    public let strategies: [SchedulingStrategy]

    /// This project's own queues with each strategy that isn't the standard one: they can be named, and those with a strategy of this
    /// project are not among those that are judged or measured where none is.
    private let variants: [any QueueSubject]

    /// The queues that are judged, explored and gated where none is named, if they can be: the author's, or else this
    /// project's.
    private let defaults: [String]

    /// - Parameters:
    ///   - own: The queues of the tool's author. Each can be judged or measured, or both.
    ///   - strategies: His scheduling strategies, for this project's queues.
    /// - Throws: ``SubjectRefusal`` for a queue that can't be either, and for a name that can't be on a command line, or
    ///   is another queue's.
    public init(
        own: [any QueueSubject], strategies: [SchedulingStrategy] = []
    ) throws(SubjectRefusal) {
        if own.isEmpty && strategies.isEmpty {
            self = .project
            return
        }
        var taken = Set((Self.project.queues + Self.project.variants + Self.project.faulty).map(\.name))
        for subject in own {
            let name = subject.name
            guard subject is any JudgedSubject || subject is any BenchmarkSubject else {
                throw SubjectRefusal(
                    "queue", name,
                    "it is neither a ConformanceSubject, a TaskQueueSubject, nor a BenchmarkSubject")
            }
            try Self.check(name, of: "queue")
            guard taken.insert(name).inserted else {
                throw SubjectRefusal("queue", name, "another queue has this name")
            }
        }
        var names = Set(SchedulingStrategy.all.map(\.name))
        for strategy in strategies {
            try Self.check(strategy.name, of: "strategy")
            let queues = Self.variants([strategy]).map(\.name)
            guard names.insert(strategy.name).inserted, taken.isDisjoint(with: queues) else {
                throw SubjectRefusal(
                    "strategy", strategy.name, "another strategy, or a queue with one, has this name")
            }
            taken.formUnion(queues)
        }
        self.init(trusted: own, strategies)
    }

    /// Refuses a name that can't be on a command line.
    private static func check(_ name: String, of what: String) throws(SubjectRefusal) {
        if name.isEmpty || name.hasPrefix("-") || name.contains(where: { $0 == "," || $0.isWhitespace }) {
            throw SubjectRefusal(what, name, "a name is a word without a comma, and doesn't begin with '-'")
        }
    }

    private init(trusted own: [any QueueSubject], _ strategies: [SchedulingStrategy]) {
        queues = own + Self.references
        self.strategies = SchedulingStrategy.all + strategies
        variants = Self.variants(self.strategies.filter { $0 != .standard })
        let owns = own + Self.variants(strategies)
        hasOwn = !owns.isEmpty
        defaults = owns.isEmpty ? ["lock", "actor"] : owns.map(\.name)
    }

    /// The queues that can be judged.
    public var conformance: [any JudgedSubject] { queues.compactMap { $0 as? any JudgedSubject } }

    /// The queues that are judged where none is named.
    public var conformanceDefaults: [String] {
        let judged = Set(conformanceAll.map(\.name))
        return defaults.filter(judged.contains)
    }

    /// The queues that can be explored.
    public var explorable: [any ExplorableSubject] { queues.compactMap { $0 as? any ExplorableSubject } }

    /// The queues that are explored where none is named.
    public var explorationDefaults: [String] {
        let explored = Set(conformanceAll.filter { $0 is any ExplorableSubject }.map(\.name))
        return defaults.filter(explored.contains)
    }

    /// The queues that are gated where none is named.
    public var benchmarkDefaults: [String] {
        let measured = Set(benchmarkAll.map(\.name))
        return defaults.filter(measured.contains)
    }

    /// The faulty queues that can be judged; those with a race only show it where schedules are explored.
    public var faulty: [any JudgedSubject] {
        Self.faultyQueues.compactMap { $0 as? any JudgedSubject } + FaultySubject.races
    }

    /// Everything that can be judged.
    public var conformanceAll: [any JudgedSubject] {
        conformance + variants.compactMap { $0 as? any JudgedSubject } + faulty
    }

    /// The subject called `name`; nil if there is none. Asks no other type of subject what it is, which takes some 10 µs the first
    /// time, and makes the faulty queues only if no other has the name.
    public func conformanceSubject(_ name: String) -> (any JudgedSubject)? {
        func named(_ queues: [any QueueSubject]) -> (any JudgedSubject)? {
            queues.first { $0.name == name } as? any JudgedSubject
        }
        return named(queues) ?? named(variants) ?? named(Self.faultyQueues)
            ?? FaultySubject.races.first { $0.name == name }
    }

    /// The queues that are measured where none is named.
    public var benchmark: [any BenchmarkSubject] { queues.compactMap { $0 as? any BenchmarkSubject } }

    /// The faulty queues that can be measured.
    public var benchmarkFaulty: [any BenchmarkSubject] {
        Self.faultyQueues.compactMap { $0 as? any BenchmarkSubject }
    }

    /// Everything that can be measured.
    public var benchmarkAll: [any BenchmarkSubject] {
        benchmark + variants.compactMap { $0 as? any BenchmarkSubject } + benchmarkFaulty
    }

    /// `subject` with each of the strategies named, or as it is if it has no choice.
    ///
    /// - Precondition: The names are those of some of ``strategies``.
    public func variants(
        of subject: any BenchmarkSubject, strategies names: [String]
    ) -> [any BenchmarkSubject] {
        let chosen = names.map { name in
            guard let strategy = strategies.first(where: { $0.name == name }) else {
                fatalError("No strategy '\(name)'.")
            }
            return strategy
        }
        switch subject {
        case is LockSubject: return chosen.map { LockSubject(strategy: $0) }
        case is ActorSubject: return chosen.map { ActorSubject(strategy: $0) }
        default: return [subject]
        }
    }
}

/// Why a tool can't have a queue or a strategy.
public struct SubjectRefusal: Error, CustomStringConvertible {
    private let what: String
    private let name: String
    private let reason: String

    init(_ what: String, _ name: String, _ reason: String) {
        (self.what, self.name, self.reason) = (what, name, reason)
    }

    public var description: String { "the \(what) '\(name)' can't be in this tool: \(reason)" }
}

extension BenchmarkSubject where Self: ConformanceSubject {
    /// What the subject claims where it is judged.
    public var capabilities: QueueCapabilities { claims }
}
