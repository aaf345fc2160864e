public import QueueConformance
public import QueueExploration
public import ScheduleExploration
public import Testing

extension ExploredRule: CustomTestStringConvertible {
    /// The number, and what races with what, which name the test case.
    public var testDescription: String { "\(id) \(race)" }
}

extension ExploredRule {
    /// Explores a queue's schedules by this rule, and records an issue in the current test if one breaks it.
    ///
    /// It explores in a process of its own: this test is started again for this rule alone. So a queue that traps is one
    /// failed case. The issue has the schedule's interleaving, the seed, and the token that replays it. A warning says if
    /// mutexes of the runtime were no choice points, because libScheduleInterposition.so isn't beside the test runner.
    ///
    /// - Parameters:
    ///   - subject: The queue. In one test, each subject has a name of its own.
    ///   - plan: How many schedules, which seed, which strategy.
    ///   - sourceLocation: Where issues are recorded.
    /// - Throws: ``HarnessFailure`` if the rule couldn't be explored.
    public func verify(
        _ subject: some ExplorableSubject, _ plan: ExplorationPlan = ExplorationPlan(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let what = JudgeRequest(rule: id, caseName: "", queue: subject.name)
        if let request = TestChild.request {
            guard request == (.explore, what.arguments) else { return }
            await ExploringChild.serve(plan, { await explore(subject, $0) }, missed: missed)
        }
        try TestChild.once(.explore, what)
        let outcome = try await Slots.shared.withSlot {
            try await ExploringChild.run(what.arguments, plan, place: "\(id) on \(subject.name)")
        }
        try outcome.record(sourceLocation)
    }
}
