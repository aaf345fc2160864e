import MatrixSubjects
import QueueConformanceTesting
import Testing

/// A queue and a rule that applies to it.
struct Case: Sendable, CustomTestStringConvertible {
    let subject: any JudgedSubject
    let rule: Rule

    static func all(_ subjects: [any JudgedSubject]) -> [Case] {
        subjects.flatMap { subject in
            ConformanceRules.applying(to: subject).map { Case(subject: subject, rule: $0) }
        }
    }

    var testDescription: String { "\(subject.name), rule \(rule.testDescription)" }
}

/// The designs under the rules of task queues: as they should be, and each with a mistake that projects have made and mended.
@Suite struct DesignTests {
    private func expectations() throws -> Expectations {
        // The folder of the package is three above this file's.
        let folders = #filePath.split(separator: "/").dropLast(3)
        return try Expectations(contentsOfFile: "/" + folders.joined(separator: "/") + "/deviations.txt")
    }

    @Test(arguments: Case.all(MatrixSubjects.queues))
    func queueKeepsWhatApplies(_ judged: Case) async throws {
        try await judged.rule.verify(judged.subject, expectations: try expectations())
    }

    /// Each mistake is found by the rules that `deviations.txt` lists for it, and by no others.
    @Test(arguments: Case.all(MatrixSubjects.flawed))
    func mistakeIsFound(_ judged: Case) async throws {
        try await judged.rule.verify(judged.subject, expectations: try expectations())
    }
}
