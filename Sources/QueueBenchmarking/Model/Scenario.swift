public import Operations

/// One thing that queues are measured at, with its parameters set.
///
/// A scenario makes a queue, has it do something, checks that it did it right, and only then says how long it
/// took. The module's article says how to add one.
public protocol Scenario: Sendable {
    /// The name to call it by on the command line and in results.
    static var name: String { get }

    /// What it was once called: command lines and files of results may still say so. Nil if it has no other name.
    static var formerName: String? { get }

    /// One line for people.
    static var summary: String { get }

    /// The scenario with each set of parameters that `profile` asks for.
    static func cases(_ profile: BenchmarkProfile, processors: Int) -> [Self]

    /// The parameter whose growth the cost is looked at over; nil if it isn't.
    static var scale: String? { get }

    /// Whether its runs take so long that a profile makes fewer of them (``BenchmarkProfile/scalingRounds``). By
    /// default, if it has a ``Scenario/scale``.
    static var isLong: Bool { get }

    /// The scenario with ``parameters`` that were written down; nil if it has other ones.
    init?(_ parameters: ScenarioParameters)

    /// All that tells this case from others of the same scenario.
    var parameters: ScenarioParameters { get }

    /// How many operations may run at once; −1 for as many as the queue likes.
    var limit: Int { get }

    /// What a queue must be able to do. A queue that lacks some of it is skipped.
    var needs: Set<QueueCapability> { get }

    /// How many operations wait for one another at once; 0 if none do.
    var graphSize: Int { get }

    /// Whether it makes sense to count what it allocates.
    var hasMemory: Bool { get }

    /// Why `subject` can't be measured at this case, where `limit`, `needs` and `graphSize` don't say so
    /// already; nil if it can.
    func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String?

    /// Who calls the queue in this scenario: ``QueueDriver/name``, or what the scenario uses for all queues.
    func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String

    /// Runs once, on a queue of its own.
    ///
    /// - Parameters:
    ///   - subject: The queue to measure.
    ///   - recorder: Knows what the run is for, and takes what it costs.
    /// - Returns: What was measured, or how the queue failed the check.
    /// - Throws: What keeps the scenario itself from working.
    func run<Subject: BenchmarkSubject>(_ subject: Subject, _ recorder: RunRecorder) async throws
        -> RunOutcome
}

extension Scenario {
    public static var formerName: String? { nil }
    public static var scale: String? { nil }
    public static var isLong: Bool { scale != nil }

    public var name: String { Self.name }
    public var needs: Set<QueueCapability> { [] }
    public var graphSize: Int { 0 }
    public var hasMemory: Bool { true }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? { nil }

    /// As the queue's users do.
    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String { subject.driver.name }

    /// The first reason why `subject` can't be measured at this case; nil if it can. What no other case would mend comes
    /// first.
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
            return "it is measured with no more than \(most) operations that wait for one another"
        }
        return skipReason(for: subject)
    }
}
