import QueueConformance
import QueueConformanceTesting
import QueueSubjects
import Testing

/// The rules, on the queue that clients of Foundation's get.
struct DropInConformanceTests {
    /// What programs that were written for Foundation need.
    private static let expectations = Result {
        try Expectations(
            parsing: "drop-in 10.5 the main dispatch queue is accepted, as Foundation's queue does")
    }

    @Test(arguments: ConformanceRules.applying(to: DropInSubject()))
    func dropInKeeps(_ rule: Rule) async throws {
        try await rule.verify(DropInSubject(), expectations: Self.expectations.get())
    }

    @Test func dropInClaimsWhatItsSuperclassDoes() {
        #expect(DropInSubject().claims == LockSubject().claims)
    }
}
