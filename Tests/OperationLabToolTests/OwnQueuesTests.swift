import Operations
import QueueConformance
import QueueSubjects
import TestSupport
import Testing

/// This project's own queues against the whole book, each check in a process of the tool's.
@Suite struct OwnQueuesTests {
    /// Where our queues differ, as a queue may: what is added while a queue is full is taken in when a worker comes, and
    /// what has become ready by then is listed in the order of adding.
    private static let differing: Set<RuleID> = ["5.6"]

    /// What our queues don't claim.
    private static let missing: [String: Set<QueueCapability>] = [
        "lock": Set(QueueCapability.ofTasks + [.fixedWidth]),
        "actor": Set(QueueCapability.ofTasks + [.fixedWidth, .underlyingQueue]),
    ]

    #if TSAN
    private static let isUnderThreadSanitizer = true
    #else
    private static let isUnderThreadSanitizer = false
    #endif

    @Test(arguments: SubjectRegistry.project.conformanceDefaults)
    func ownQueuesPassEveryRule(queue: String) async throws {
        let results = try await judge(RuleBook.all, on: queue)
        #expect(results.count == RuleBook.all.count)
        for result in results {
            if result.level == .unspecified {
                #expect(result.verdict.word == "recorded", "\(result.rule): \(result.verdict.reason)")
                #expect(!result.verdict.reason.isEmpty, "\(result.rule)")
                continue
            }
            if case .notApplicable(let capability, let reason) = result.verdict {
                #expect(
                    capability.map { Self.missing[queue, default: []].contains($0) } ?? !Self
                        .isUnderThreadSanitizer,
                    "\(result.rule): \(reason)")
                continue
            }
            let standing = ConformanceReport.Entry(result, expectations: .none).standing
            let expected: ConformanceReport.Standing =
                Self.differing.contains(result.rule) ? .differs : .kept
            #expect(standing == expected, "\(result.rule), \(result.caseName): \(result.verdict.reason)")
        }
    }

    /// That a process stopped shows little: it has to say which rule was broken.
    @Test(arguments: SubjectRegistry.project.conformanceDefaults)
    func trapMessageNamesItsRule(queue: String) async throws {
        // A result keeps the output of one case, so each case is judged as a rule of its own.
        let cases = RuleBook.all.filter { $0.isolation == .trap }.flatMap { rule in
            rule.cases.map { name in
                Rule(
                    rule.id, rule.sentence, level: rule.level, sources: rule.sources, needs: rule.needs,
                    isolation: rule.isolation, cases: [name], check: rule.check)
            }
        }
        let results = try await judge(cases, on: queue)
        #expect(!results.isEmpty && results.count == cases.count)
        let missing = Self.missing[queue, default: []]
        for (result, rule) in zip(results, cases)
        where missing.isDisjoint(with: [rule.queueKind] + rule.needs) {
            #expect(result.verdict == .passed, "\(rule.id), \(rule.cases)")
            // 8.2 says when the stop comes; what the caller broke is 8.1.
            let broken: RuleID = rule.id == "8.2" ? "8.1" : rule.id
            #expect(result.output.contains("rule \(broken)"), "\(rule.id), \(rule.cases)")
        }
    }

    /// Else a rule would not be applicable, and the book not whole.
    @Test(arguments: SubjectRegistry.project.conformanceDefaults)
    func ownQueuesClaimEveryOtherCapability(queue: String) throws {
        let subject = try #require(SubjectRegistry.project.conformanceSubject(queue))
        #expect(Set(subject.claims.missing.keys) == Self.missing[queue, default: []])
    }

    private func judge(_ rules: [Rule], on queue: String) async throws -> [RuleResult] {
        let subject = try #require(SubjectRegistry.project.conformanceSubject(queue))
        let launcher = SubprocessLauncher(executable: Oplab.path, arguments: ["judge"])
        return try await ConformanceRunner(
            rules: rules, subjects: [subject], launcher: launcher, watchdog: .hangGuard
        ).run()
    }
}
