import ConcurrencyPrimitives
import DefectMatrix
import FaultyQueues
import Foundation
import QueueConformance
import TestSupport
import Testing

/// The suite, judged: a defect breaks the rules that are listed for it and no others, and the queue without one breaks
/// none.
struct DefectMatrixTests {
    /// Most of a check is waiting until its process becomes quiescent. All at once would be some 600 processes.
    private static let subjectsAtOnce = ProcessorCount.available * 6

    @Test func suiteBreaksExactlyWhereTheDefectLies() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, subject) in FaultySubject.all.enumerated() {
                if index >= Self.subjectsAtOnce { try await group.next() }
                group.addTask { try await expectExactlyItsRulesBroken(subject) }
            }
            try await group.waitForAll()
        }
    }

    private func expectExactlyItsRulesBroken(_ subject: FaultySubject) async throws {
        let caughtBy = subject.defect?.caughtBy ?? []
        let rules = Self.sample.rules(for: subject)
        let runner = ConformanceRunner(
            rules: rules, subjects: [subject], launcher: try JudgeProgram.launcher(), jobs: 2,
            // What never ends does become quiescent, so the watchdog has nothing to do here but to be wrong on a machine that is
            // busy.
            watchdog: .hangGuard)
        let results = try await runner.run()
        #expect(results.map(\.rule) == rules.map(\.id))

        for result in results {
            let isExpected = caughtBy.contains(result.rule) && Self.isVisible(subject.defect)
            #expect(
                result.verdict.isBroken == isExpected,
                """
                rule \(result.rule) on \(subject.name) \(result.verdict.word): \(result.verdict.reason) \
                (\(Self.sample))
                """)
            expectEvidence(result)
        }
    }

    private static let sample = {
        let sample = MatrixSample(environment: ProcessInfo.processInfo.environment)
        print("The defect matrix: \(sample).")
        return sample
    }()

    #if TSAN
    private static let isUnderThreadSanitizer = true
    #else
    private static let isUnderThreadSanitizer = false
    #endif

    /// Whether what these tests are built with, and run on, lets a rule see the defect.
    private static func isVisible(_ defect: Defect?) -> Bool {
        if defect?.needsProcessors == true, ProcessorCount.available == 1 { return false }
        return defect?.needsThreadSanitizer != true || isUnderThreadSanitizer
    }

    /// Whoever reads the verdict learns which rule was broken, and how.
    private func expectEvidence(_ result: RuleResult) {
        switch result.verdict {
        case .passed: break
        case .failed(let violation):
            #expect("\(violation)".hasPrefix("rule \(result.rule) broken: \(result.sentence)\n"))
            #expect(!violation.expected.isEmpty && !violation.observed.isEmpty)
        case .hung(let waitingFor, _, _):
            #expect(!waitingFor.isEmpty, "rule \(result.rule) hung, and it isn't said what was waited for")
        // A stack that is exhausted leaves no room to say why.
        case .crashed(SIGSEGV, _) where ["3.13", "3.16"].contains(result.rule): break
        case .crashed(_, let output):
            #expect(output.contains("rule "), "what stopped the process names no rule: \(output)")
        case .recorded(let text): #expect(result.level == .unspecified && !text.isEmpty)
        case .notApplicable(nil, _) where !Self.isUnderThreadSanitizer: break
        case .notApplicable, .inconclusive, .harnessError:
            Issue.record("rule \(result.rule) is \(result.verdict.word): \(result.verdict.reason)")
        }
    }

    @Test func everyRuleCatchesADefect() {
        let caught = Defect.all.reduce(into: Set<RuleID>()) { $0.formUnion($1.caughtBy) }
        // What is unspecified can't be broken.
        let idle = RuleBook.all.filter { $0.level != .unspecified && !caught.contains($0.id) }.map(\.id)
        #expect(idle.isEmpty, "rules that no defect was seen to break")
    }

    /// Whatever else a defect upsets, the rules about what it breaks have to see it.
    @Test(arguments: Defect.all)
    func rulesOfItsPropertyCatchADefect(_ defect: Defect) {
        #expect(
            !defect.property.rules.isDisjoint(with: defect.caughtBy),
            "\(defect) has the property \(defect.property), whose rules don't catch it; see `rules`")
    }

    @Test(arguments: [
        Defect.Property.stateExclusivity, .cancellationFinishing, .dependencyOrdering, .cycles,
        .priorityOrder,
    ])
    func mainPropertiesHaveFourDefectsAtLeast(_ property: Defect.Property) {
        #expect(Defect.all.count { $0.property == property } >= 4)
    }
}

extension Defect.Property {
    /// The rules that state this property.
    fileprivate var rules: Set<RuleID> {
        func family(_ number: Int) -> Set<RuleID> {
            Set(RuleBook.all.map(\.id).filter { $0.family == number })
        }
        switch self {
        case .stateExclusivity: return ["1.2", "1.3"]
        case .lifeCycle: return family(1)
        case .cancellationFinishing: return family(2)
        case .dependencyOrdering: return family(3)
        case .cycles: return family(4)
        case .priorityOrder: return family(5)
        case .concurrencyLimit: return family(6)
        case .suspension: return family(7)
        case .membership: return family(8)
        case .waiting: return family(9)
        case .results: return ["1.20", "11.9"]
        case .queueProperties: return family(10)
        case .blocks, .barriers: return family(11)
        case .readiness: return ["1.18", "1.26", "3.18"]
        case .observation: return ["1.22", "1.24"]
        case .boundedWaiting: return ["4.8", "6.10", "9.9", "9.10"]
        case .qualityOfService: return ["5.4", "5.7", "5.8"]
        case .advanced: return family(12)
        case .taskQueues: return family(13)
        }
    }
}
