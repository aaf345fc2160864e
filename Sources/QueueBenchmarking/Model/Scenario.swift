public import Operations

/// A task to measure queues with, with its parameters.
///
/// A scenario makes a queue, uses it, checks the result, and only then reports the cost. The module's article
/// explains how to add one.
public protocol Scenario: Sendable {
    /// The name on the command line and in results.
    static var name: String { get }

    /// The name in results: that of the scenario, unless each value has one of its own.
    var name: String { get }

    /// A former name, which command lines and result files may still contain; nil if there is none.
    static var formerName: String? { get }

    /// One line for people.
    static var summary: String { get }

    /// The scenario with each set of parameters that `profile` asks for.
    static func cases(_ profile: BenchmarkProfile, processors: Int) -> [Self]

    /// The parameter over whose growth the cost is fitted; nil if there is none.
    static var scale: String? { get }

    /// Whether its runs take so long that a profile makes fewer of them (``BenchmarkProfile/scalingRounds``). The
    /// default is whether it has a ``Scenario/scale``.
    static var isLong: Bool { get }

    /// The number of runs of every queue at each case; even. The default follows from ``Scenario/isLong``.
    static func rounds(_ profile: BenchmarkProfile) -> Int

    /// Whether the processor time of the queues is compared over its cases: not where queues run a case in different ways,
    /// or where some don't keep up.
    static var isComparedByCost: Bool { get }

    /// The scenario with the given ``parameters``; nil if they are not its parameters.
    init?(_ parameters: ScenarioParameters)

    /// Everything that distinguishes this case from others of the scenario.
    var parameters: ScenarioParameters { get }

    /// How many operations may run at once; −1 if the queue chooses.
    var limit: Int { get }

    /// The capabilities that a queue needs. A queue that lacks one is skipped.
    var needs: Set<QueueCapability> { get }

    /// The number of operations that depend on each other; 0 if none do.
    var graphSize: Int { get }

    /// Whether counting allocations makes sense.
    var hasMemory: Bool { get }

    /// Why `subject` can't be measured at this case, if `limit`, `needs` and `graphSize` allow it; nil if it can.
    func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String?

    /// The driver in this scenario: ``QueueDriver/name``, or the one that the scenario uses for all queues.
    func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String

    /// Runs once, on a new queue.
    ///
    /// - Parameters:
    ///   - subject: The queue to measure.
    ///   - recorder: Knows the purpose of the run, and records its cost.
    /// - Returns: The readings, or how the queue failed the check.
    /// - Throws: An error of the scenario itself.
    func run<Subject: BenchmarkSubject>(_ subject: Subject, _ recorder: RunRecorder) async throws
        -> RunOutcome
}

extension Scenario {
    public static var formerName: String? { nil }
    public static var scale: String? { nil }
    public static var isLong: Bool { scale != nil }
    public static var isComparedByCost: Bool { true }

    public static func rounds(_ profile: BenchmarkProfile) -> Int {
        isLong ? profile.scalingRounds : profile.rounds
    }

    public var name: String { Self.name }
    public var needs: Set<QueueCapability> { [] }
    public var graphSize: Int { 0 }
    public var hasMemory: Bool { true }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? { nil }

    /// The driver of the queue's users.
    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String { subject.driver.name }

    /// The first reason why `subject` can't be measured at this case; nil if it can. Reasons that hold at every
    /// case come first.
    func firstSkipReason<Subject: BenchmarkSubject>(to subject: Subject, processors: Int) -> String? {
        let capabilities = subject.capabilities
        var missing = needs.filter { !capabilities.contains($0) }
        if subject.awaitsGraphs, self is any GraphScenario { missing.remove(.dependencies) }
        if !missing.isEmpty {
            let names = missing.sorted()
            let reasons = Set(names.compactMap { capabilities.missing[$0] }).sorted()
            return
                "it has no \(names.map(\.rawValue).joined(separator: ", ")): \(reasons.joined(separator: "; "))"
        }
        if let reason = subject.width.skipReason(atLimit: limit, processors: processors) { return reason }
        if let most = subject.largestGraph, graphSize > most {
            return "it is measured with at most \(most) operations that depend on each other"
        }
        return skipReason(for: subject)
    }
}
