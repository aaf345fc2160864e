private import Operations
public import QueueConformance

/// The rules as arguments of a test.
///
/// ```swift
/// @Suite struct MyQueueConformance {
///     @Test(arguments: ConformanceRules.applying(to: MySubject()))
///     func keeps(_ rule: Rule) async throws { try await rule.verify(MySubject()) }
/// }
/// ```
public enum ConformanceRules {
    /// All rules. One that needs what a queue doesn't claim is a cancelled case with a warning that says why.
    public static var all: [Rule] { RuleBook.all }

    /// The rules that need nothing beyond what the subject claims.
    public static func applying(to subject: some JudgedSubject) -> [Rule] {
        let claims = subject.claims
        return RuleBook.all.filter { $0.missing(in: claims) == nil }
    }
}
