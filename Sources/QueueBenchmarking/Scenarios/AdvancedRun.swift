internal import Operations

/// A run of the scenarios *advanced* and *exclusive*.
struct AdvancedRun: Sendable {
    let limit: Int
    let operations: Int
    /// Nil for plain operations.
    let parts: AdvancedParts?

    static func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        subject is any AdvancedBenchmarkSubject
            ? nil : "its operations have no conditions, exclusive categories and observers"
    }

    func run<Subject: BenchmarkSubject>(_ subject: Subject, _ recorder: RunRecorder) async -> RunOutcome {
        if let subject = subject as? any AdvancedBenchmarkSubject {
            await measure(subject, recorder)
        } else {
            .failed(reason: Self.skipReason(for: subject) ?? "")
        }
    }

    private func measure<Subject: AdvancedBenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async -> RunOutcome {
        let (operations, parts) = (operations, parts)
        let ledger = AdvancedLedger(self)
        let (mark, calls) = (ledger.work.mark, ledger.calls.mark)
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                guard let parts else { return subject.add(0..<operations, to: queue, marking: mark) }
                subject.add(0..<operations, with: parts, to: queue, marking: mark, calls: calls)
            }
        } outcome: {
            .passed(recorder.readings(operations: operations))
        }
    }
}

/// Checks that each operation ran once, in order, and called its parts as often as it should.
private final class AdvancedLedger: Ledger {
    let work: OperationLedger
    let calls: OperationLedger
    private let operations: Int
    private let callsEach: UInt64

    init(_ run: AdvancedRun) {
        let parts = run.parts ?? AdvancedParts()
        operations = run.operations
        callsEach = UInt64(parts.calls)
        work = OperationLedger(
            count: operations, isExclusive: run.limit == 1 || parts.categories > 0)
        calls = OperationLedger(count: operations, isExclusive: false)
    }

    func violation(keepsOrder: Bool) -> String? {
        let wrong = (0..<operations).count { calls.mark.runs(of: $0) != callsEach }
        let called =
            "the conditions and observers of \(wrong) of \(operations) operations were not called once each"
        return RunOutcome.joined([work.violation(keepsOrder: keepsOrder), wrong == 0 ? nil : called])
    }
}
