/// One thing that queues are measured at, with its parameters set.
///
/// A scenario makes a queue, has it do something, checks that it did it right, and only then says how long it
/// took. To add one, write it in a file of its own under `Scenarios` and name it in ``Scenarios``.
public protocol Scenario: Sendable {
    /// The name to call it by on the command line and in results.
    static var name: String { get }

    /// One line for people.
    static var summary: String { get }

    /// The scenario with each set of parameters that `profile` asks for.
    static func cases(_ profile: BenchmarkProfile, processors: Int) -> [Self]

    /// What tells this case from others of the same scenario.
    var parameters: ScenarioParameters { get }

    /// How many operations may run at once.
    var limit: Int { get }

    /// Who calls the queue in this scenario: ``QueueDriver/name``, or what the scenario uses for all queues.
    func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String

    /// Runs once, on a queue of its own.
    ///
    /// - Parameter seed: Of everything random in this run.
    /// - Returns: What was measured, or how the queue failed the check.
    /// - Throws: What keeps the scenario itself from working.
    func run<Subject: BenchmarkSubject>(_ subject: Subject, seed: UInt64) async throws -> RunOutcome
}

extension Scenario {
    public var name: String { Self.name }

    /// As the queue's users do.
    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String { subject.driver.name }
}
