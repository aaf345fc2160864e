public import ScheduleExploration
public import Testing

/// Runs a test under many schedules, which an explorer controls (`.explored(…)`).
///
/// The test is the scenario: it is run once for each schedule, in a process of its own. It fails by throwing, by
/// `ExploredSchedule.expect(_:_:)`, by a trap, or because it can't end. The first schedule that fails is an issue, with the
/// interleaving, the seed, and the token that replays it. A test without a choice, and one that waits for what the explorer doesn't
/// see, throws ``HarnessFailure``: nothing was tested.
///
/// - Important: `#expect` doesn't belong into such a test: it knows of no schedule. One that fails throws ``HarnessFailure``.
public struct ExplorationTrait: TestTrait, TestScoping {
    let plan: ExplorationPlan

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if testCase?.isParameterized ?? false {
            throw HarnessFailure(
                description: "a test with arguments can't be explored: its process is started for one case")
        }
        let what = ["--scenario", "\(test.id)"]
        if let request = TestChild.request {
            guard request == (.explore, what) else { return }
            // The process ends there, so that what a schedule has left behind never outlives the function.
            return await withoutActuallyEscaping(function) { function in
                await ExploringChild.serve(plan) { plan in
                    await explore(plan, name: Self.scenario(test)) { try await function() }
                }
            }
        }
        let outcome = try await Slots.shared.withSlot {
            try await ExploringChild.run(what, plan, place: test.name)
        }
        try outcome.record(test.sourceLocation)
    }
}

extension ExplorationTrait {
    /// The name of the test, without its line: a token still fits when the test has moved in its file.
    private static func scenario(_ test: Test) -> String {
        "\(test.id)".split(separator: "/").filter { !$0.contains(".swift:") }.joined(separator: "/")
    }
}

extension Trait where Self == ExplorationTrait {
    /// Runs the test under the schedules of a plan.
    public static func explored(_ plan: ExplorationPlan) -> Self { ExplorationTrait(plan: plan) }

    /// Runs the test under many schedules.
    ///
    /// ```swift
    /// @Test(.explored(schedules: 5_000)) func cacheMakesAValueOnce() async {
    ///     let cache = Cache()
    ///     let other = Task { cache.get() }
    ///     let mine = cache.get()
    ///     ExploredSchedule.expect(await other.value === mine, "two values")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - schedules: The most schedules to run.
    ///   - seed: The seed of random choices.
    ///   - strategy: How schedules are chosen.
    public static func explored(
        schedules: Int = 1_000, seed: UInt64 = 1, strategy: ExplorationStrategy = .rotating
    ) -> Self {
        var plan = ExplorationPlan()
        (plan.schedules, plan.seed, plan.strategy) = (schedules, seed, strategy)
        return explored(plan)
    }

    /// Runs the test in the one schedule of a token, as an issue names it.
    ///
    /// - Precondition: It is a token of this version of the explorer.
    public static func explored(replay token: String) -> Self {
        guard let replay = ReplayToken(token) else { fatalError("'\(token)' is no replay token.") }
        var plan = ExplorationPlan()
        plan.replay = replay
        return explored(plan)
    }
}
