import FaultyQueues
import QueueConformance
import Testing

/// The suite, judged: it breaks off exactly where a defect lies, and nowhere on the queue that has none.
///
/// One subject after the other, since each keeps all processors busy with its children.
@Suite(.serialized)
struct DefectMatrixTests {
    @Test(arguments: FaultySubject.all)
    func suiteBreaksExactlyWhereTheDefectLies(_ subject: FaultySubject) async throws {
        let runner = ConformanceRunner(rules: RuleBook.all, subjects: [subject], launcher: JudgeProgram.launcher())
        let results = try await runner.run()
        #expect(results.count == RuleBook.all.count)

        let broken = Set(results.filter(\.verdict.isBroken).map(\.rule))
        let expected = subject.defect?.caughtBy ?? []
        let missed = expected.subtracting(broken).sorted()
        let unexpected = results.filter { $0.verdict.isBroken && !expected.contains($0.rule) }
        #expect(missed.isEmpty, "rules that should have caught \(subject.name) and didn't")
        #expect(
            unexpected.isEmpty,
            "\(unexpected.map { "\($0.rule): \($0.verdict.reason)" }.joined(separator: "\n"))")
        for result in results {
            switch result.verdict {
            case .passed: break
            case .failed(let violation):
                #expect(violation.rule == result.rule)
                #expect("\(violation)".hasPrefix("rule \(result.rule) broken: \(result.sentence)\n"))
                #expect(!violation.expected.isEmpty && !violation.observed.isEmpty)
            case .hung(let waitingFor, _):
                #expect(!waitingFor.isEmpty, "\(result.rule) hung, and it isn't said what was waited for")
            case .crashed:
                #expect(result.output.contains("rule "), "\(result.rule): \(result.verdict.reason)")
            case .notApplicable, .inconclusive, .harnessError:
                Issue.record("\(result.rule) is \(result.verdict.word): \(result.verdict.reason)")
            }
        }
    }

    @Test func everyRuleCatchesADefect() {
        let caught = Defect.allCases.reduce(into: Set<RuleID>()) { $0.formUnion($1.caughtBy) }
        let idle = RuleBook.all.map(\.id).filter { !caught.contains($0) }
        #expect(idle.isEmpty, "rules that no defect was seen to break")
    }

    @Test func everyDefectIsCaught() {
        let missed = Defect.allCases.filter(\.caughtBy.isEmpty)
        #expect(missed.isEmpty)
    }

    /// The properties that the project is about.
    @Test(arguments: [
        Defect.Property.stateExclusivity, .cancellationFinishing, .dependencyOrdering, .cycles, .priorityOrder,
    ])
    func propertyHasFourDefectsAtLeast(_ property: Defect.Property) {
        let rules = property.rules
        let defects = Defect.allCases.filter { $0.property == property }
        #expect(defects.count >= 4)
        for defect in defects {
            #expect(!rules.isDisjoint(with: defect.caughtBy), "\(defect) is missed by the rules of its property")
        }
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
        case .priorityOrder: return ["5.1", "5.2", "5.3"]
        case .concurrencyLimit: return family(6)
        case .suspension: return family(7)
        case .membership: return family(8)
        case .waiting: return family(9)
        }
    }
}
