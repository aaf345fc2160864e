/// A scenario in which operations arrive at times drawn beforehand, whether or not the queue keeps up. A thread
/// adds them.
public protocol OpenLoopScenario: Scenario {}

extension OpenLoopScenario {
    public var hasMemory: Bool { false }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        OpenLoop.skipReason(for: subject)
    }

    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String { "thread" }
}
