import Operations
import QueueConformance
import Testing

@Suite struct ExpectationsTests {
    @Test func expectationsAreReadFromAFile() throws {
        let expectations = try Expectations(
            parsing: """
                # queue     rule  reason

                foundation  3.7   It is never ready again.  \r
                  lock\t12.10 because # it is so
                foundation  4.10  sometimes: It crashes.
                """)
        #expect(expectations.entries.count == 3)
        #expect(expectations.entry(queue: "foundation", rule: "3.7")?.reason == "It is never ready again.")
        #expect(expectations.entry(queue: "lock", rule: "12.10")?.reason == "because # it is so")
        #expect(expectations.entry(queue: "lock", rule: "3.7") == nil)
        #expect(expectations.entries.map(\.isSometimes) == [false, false, true])
        #expect(expectations.entries[2].reason == "It crashes.")
        #expect(expectations.entries[1].rulePosition.description == "4:8")
    }

    @Test(arguments: [
        ("lock", "1:5: expected the number of a rule, such as 3.10; the line ends here"),
        ("# fine\n lock 3 reason", "2:7: expected the number of a rule, such as 3.10; found '3'"),
        ("lock 3.1  ", "1:11: expected the reason for this deviation"),
        ("lock 3.1 sometimes: ", "1:21: expected the reason for this deviation"),
        ("lock 3.1 a\nactor 3.1 b\n lock 3.1 c", "3:2: lock 3.1 is expected on line 1 already"),
    ])
    func mistakeIsNamedWithItsPlace(text: String, message: String) throws {
        let error = try #require(throws: ExpectationsError.self) { try Expectations(parsing: text) }
        #expect(error.description == message)
    }

    @Test func expectedViolationIsNotBroken() throws {
        let expectations = try Expectations(
            parsing: "lock 3.1 known\nlock 3.2 known too\nlock 3.4 sometimes: a race")
        let violation = Violation(
            rule: "3.1", sentence: "A rule.", expected: "a", observed: "b", history: History([]))
        func standing(_ id: RuleID, _ verdict: Verdict, _ level: Rule.Level = .required)
            -> ConformanceReport.Standing
        {
            let rule = Rule(id, "A rule.", level: level, sources: [.own]) { _, _ in }
            let result = RuleResult(rule: rule, queue: "lock", verdict: verdict)
            return ConformanceReport.Entry(result, expectations: expectations).standing
        }
        #expect(standing("3.1", .failed(violation)) == .expected("known"))
        #expect(standing("3.1", .crashed(signal: 11, output: "")) == .expected("known"))
        #expect(standing("3.1", .hung(waitingFor: [], history: History([]))) == .expected("known"))
        #expect(standing("3.3", .failed(violation)) == .broken)
        #expect(standing("3.3", .passed) == .kept)

        // What is expected and no longer happens, is as wrong as what happens and isn't expected.
        #expect(standing("3.2", .passed) == .unexpectedlyKept("known too"))
        #expect(
            standing("3.2", .notApplicable(.results, reason: "none")) == .unexpectedlyKept("known too"))

        // A race may show or not; but a rule that no longer applies is news.
        #expect(standing("3.4", .failed(violation)) == .expected("a race"))
        #expect(standing("3.4", .passed) == .kept)
        #expect(
            standing("3.4", .notApplicable(.results, reason: "none")) == .unexpectedlyKept("a race"))

        // What is left open can't be kept, so it can't be expected to be broken either.
        #expect(standing("3.3", .recorded("so"), .unspecified) == .recorded)
        #expect(standing("3.2", .recorded("so"), .unspecified) == .unexpectedlyKept("known too"))

        // What showed nothing is neither.
        #expect(standing("3.2", .inconclusive(reason: "late")) == .inconclusive)
        #expect(standing("3.2", .harnessError("no process")) == .harnessError)

        // Where a queue may differ, it does; but no queue may crash or hang.
        #expect(standing("3.3", .failed(violation), .optional) == .differs)
        #expect(standing("3.3", .failed(violation), .unspecified) == .differs)
        #expect(standing("3.3", .failed(violation), .claimed) == .broken)
        #expect(standing("3.3", .crashed(signal: 11, output: ""), .optional) == .broken)
        #expect(standing("3.3", .hung(waitingFor: [], history: History([])), .optional) == .broken)
    }
}
