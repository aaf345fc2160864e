private import Operations
public import QueueConformance
public import QueueExploration

/// The rules about races as arguments of a test, for a queue whose schedules can be explored.
///
/// ```swift
/// @Suite struct MyQueueRaces {
///     @Test(arguments: ExploredRules.applying(to: MySubject()))
///     func survives(_ rule: ExploredRule) async throws { try await rule.verify(MySubject()) }
/// }
/// ```
public enum ExploredRules {
    /// The rules that need nothing beyond what the subject claims. Those about the effects of bodies (3.12 and 6.8) are among them in
    /// an instrumented build only (`scripts/explore-package`).
    public static func applying(to subject: some ExplorableSubject) -> [ExploredRule] {
        let claims = subject.claims
        return ExplorationBook.all.filter { $0.missing(in: claims) == nil }
    }
}
