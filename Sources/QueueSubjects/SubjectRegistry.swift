internal import FaultyQueues
internal import OperationQueues
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

    /// This project's own queues with each strategy that isn't the standard one: they can be named, and are not
    /// among those that are judged or measured where none is.
    private static let strategies: [any QueueSubject] =
        SchedulingStrategy.all.filter { $0 != .standard }.flatMap { strategy in
            [LockSubject(strategy: strategy), ActorSubject(strategy: strategy)] as [any QueueSubject]
        }

    /// Queues that are wrong on purpose, to judge the suite by, and to see that a wrong result has no timing: they can be
    /// named, and are listed last.
    private static let faultyQueues: [any QueueSubject] = FaultySubject.all

    /// The registry of a tool whose author has no queue of his own: `oplab`.
    public static let project = SubjectRegistry(trusted: [])

    /// The queues, without the variants of strategies and without the faulty ones. Those of the author come first.
    public let queues: [any QueueSubject]

    /// Whether the tool's author has queues of his own.
    public let hasOwn: Bool

    /// The queues that are judged, explored and gated where none is named, if they can be: the author's, or else this
    /// project's.
    private let defaults: [String]

    /// - Parameter own: The queues of the tool's author. Each can be judged or measured, or both.
    /// - Throws: ``SubjectRefusal`` for a queue that can't be either, and for a name that can't be on a command line, or
    ///   is another queue's.
    public init(own: [any QueueSubject]) throws(SubjectRefusal) {
        var taken = Set((Self.project.queues + Self.strategies + Self.project.faulty).map(\.name))
        for subject in own {
            let name = subject.name
            guard subject is any JudgedSubject || subject is any BenchmarkSubject else {
                throw SubjectRefusal(
                    name, "it is neither a ConformanceSubject, a TaskQueueSubject, nor a BenchmarkSubject")
            }
            guard !name.isEmpty, !name.hasPrefix("-"), !name.contains(where: { $0 == "," || $0.isWhitespace })
            else {
                throw SubjectRefusal(name, "a name is a word without a comma, and doesn't begin with '-'")
            }
            guard taken.insert(name).inserted else {
                throw SubjectRefusal(name, "another queue has this name")
            }
        }
        self.init(trusted: own)
    }

    private init(trusted own: [any QueueSubject]) {
        queues = own + Self.references
        hasOwn = !own.isEmpty
        defaults = own.isEmpty ? ["lock", "actor"] : own.map(\.name)
    }

    /// The queues that can be judged.
    public var conformance: [any JudgedSubject] { queues.compactMap { $0 as? any JudgedSubject } }

    /// The queues that are judged where none is named.
    public var conformanceDefaults: [String] {
        let judged = Set(conformance.map(\.name))
        return defaults.filter(judged.contains)
    }

    /// The queues that can be explored.
    public var explorable: [any ExplorableSubject] { queues.compactMap { $0 as? any ExplorableSubject } }

    /// The queues that are explored where none is named.
    public var explorationDefaults: [String] {
        let explored = Set(explorable.map(\.name))
        return defaults.filter(explored.contains)
    }

    /// The queues that are gated where none is named.
    public var benchmarkDefaults: [String] {
        let measured = Set(benchmark.map(\.name))
        return defaults.filter(measured.contains)
    }

    /// The faulty queues that can be judged; those with a race only show it where schedules are explored.
    public var faulty: [any JudgedSubject] {
        Self.faultyQueues.compactMap { $0 as? any JudgedSubject } + FaultySubject.races
    }

    /// Everything that can be judged.
    public var conformanceAll: [any JudgedSubject] {
        conformance + Self.strategies.compactMap { $0 as? any JudgedSubject } + faulty
    }

    /// The subject called `name`; nil if there is none.
    public func conformanceSubject(_ name: String) -> (any JudgedSubject)? {
        conformanceAll.first { $0.name == name }
    }

    /// The queues that are measured where none is named.
    public var benchmark: [any BenchmarkSubject] { queues.compactMap { $0 as? any BenchmarkSubject } }

    /// The faulty queues that can be measured.
    public var benchmarkFaulty: [any BenchmarkSubject] {
        Self.faultyQueues.compactMap { $0 as? any BenchmarkSubject }
    }

    /// Everything that can be measured.
    public var benchmarkAll: [any BenchmarkSubject] {
        benchmark + Self.strategies.compactMap { $0 as? any BenchmarkSubject } + benchmarkFaulty
    }

    /// The strategies of this project's own queues, the standard one first, with a line about each.
    public static let strategyNames: [(name: String, summary: String)] = SchedulingStrategy.all.map {
        ($0.name, $0.summary)
    }

    /// `subject` with each of the strategies named, or as it is if it has no choice.
    ///
    /// - Precondition: The names are among ``strategyNames``.
    public static func variants(
        of subject: any BenchmarkSubject, strategies: [String]
    ) -> [any BenchmarkSubject] {
        let chosen = strategies.map { name in
            guard let strategy = SchedulingStrategy(named: name) else { fatalError("No strategy '\(name)'.") }
            return strategy
        }
        switch subject {
        case is LockSubject: return chosen.map { LockSubject(strategy: $0) }
        case is ActorSubject: return chosen.map { ActorSubject(strategy: $0) }
        default: return [subject]
        }
    }
}

/// Why a tool can't have a queue.
public struct SubjectRefusal: Error, CustomStringConvertible {
    private let name: String
    private let reason: String

    init(_ name: String, _ reason: String) { (self.name, self.reason) = (name, reason) }

    public var description: String { "the queue '\(name)' can't be in this tool: \(reason)" }
}

extension BenchmarkSubject where Self: ConformanceSubject {
    /// What the subject claims where it is judged.
    public var capabilities: QueueCapabilities { claims }
}
