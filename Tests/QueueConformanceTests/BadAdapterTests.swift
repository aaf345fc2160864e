import QueueConformance
import Testing

@testable import JudgeFixture

/// What the suite says of an adapter with a mistake: it names the claim, the call, or the line. `ConformanceRenderingTests` tests what
/// it says of one that spoils several rules.
@Suite struct BadAdapterTests {
    private func verdict(_ subject: any JudgedSubject, _ rule: RuleID) async throws -> Verdict {
        let results = try await FixtureJudge.judge(RuleBook.all.filter { $0.id == rule }, on: subject)
        return try #require(results.first).verdict
    }

    private func violation(_ subject: any JudgedSubject, _ rule: RuleID) async throws -> Violation {
        let verdict = try await verdict(subject, rule)
        guard case .failed(let violation) = verdict else {
            throw Unexpected(verdict: verdict)
        }
        return violation
    }

    private struct Unexpected: Error { let verdict: Verdict }

    @Test func wrongWidthIsNamedAsAClaim() async throws {
        let violation = try await violation(WideClosureQueueSubject(), "6.15")
        #expect(
            violation.expected
                == "(width 3) 3 of 7 operations to execute at once, 0 having ended before: the subject says that the width of its queue is 3"
        )
        #expect(violation.observed.hasPrefix("1 did"), "\(violation.observed)")
    }

    @Test func waitThatReturnsAtOnceIsNamed() async throws {
        let violation = try await violation(ClosureQueueSubject(flaw: .waitReturnsAtOnce), "9.3")
        #expect(violation.expected.hasPrefix("the wait, begun while A executed, to go on"))
        #expect(violation.observed == "it had returned")
    }

    @Test func waitThatNeverReturnsIsNamed() async throws {
        let violation = try await violation(ClosureQueueSubject(flaw: .waitNeverReturns), "9.2")
        #expect(violation.expected == "waiting for a queue that never held anything to return")
        #expect(violation.observed.hasPrefix("it had not returned"))
    }

    @Test func lineThatStopsTheProcessIsNamed() async throws {
        let verdict = try await verdict(TrappingSubject(), "5.1")
        guard case .crashed(_, let output) = verdict else { throw Unexpected(verdict: verdict) }
        #expect(output.contains("BadAdapters.swift:20: Fatal error: the adapter's own mistake"), "\(output)")
    }
}
