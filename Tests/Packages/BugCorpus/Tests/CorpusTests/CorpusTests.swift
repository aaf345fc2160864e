import ScheduleExploration
import Testing

import struct Kernels.Bug  // Testing has a Bug, too.

/// In an instrumented build (scripts/explore-package), each bug is found, and none where it is fixed. In an ordinary
/// one, what isn't found is never simply passed.
@Suite(.serialized)
struct CorpusTests {
    @Test(arguments: Bug.all)
    func bugIsFound(_ bug: Bug) async {
        let report = await explored(bug, isFixed: false, schedules: 10_000)
        if let failure = report.failure {
            print("\(bug): \(failure.kind), schedule \(failure.schedule)")
            if report.isInstrumented { #expect(bug.family.symptoms.contains(failure.kind), "\(failure)") }
        } else {
            #expect(!report.isInstrumented, "\(report)")
            #expect(!report.hasPassed || !report.doubts.isEmpty, "\(report)")
        }
    }

    @Test(arguments: Bug.all)
    func fixedKernelPasses(_ bug: Bug) async {
        let report = await explored(bug, isFixed: true, schedules: CorpusOptions.schedules)
        #expect(report.failure == nil, "\(report)")
        if report.isInstrumented { #expect(report.hasPassed, "\(report)") }
    }

    @Test(.enabled(if: CorpusOptions.printsTable))
    func table() async {
        let columns: [(heading: String, text: (Bug) -> String)] = [
            ("Bug", \.name), ("Family", \.family.rawValue),
        ]
        await CorpusTable(of: Bug.all, columns: columns).print()
    }
}

extension Bug.Family {
    /// How it shows: any other failure is another bug.
    var symptoms: Set<ScheduleFailure.Kind> {
        switch self {
        case .neverResumed, .callbackUnderLock, .shutdown, .endOfStream: [.deadlock]
        case .cancellation: [.deadlock, .failed]
        case .lockReleased, .reentrancy, .spuriousWakeup: [.failed]
        // Whoever comes first finds the race behind it.
        case .resumedTwice, .lazyInitialisation, .overAdmission: [.failed, .dataRace]
        case .dataRace: [.dataRace]
        }
    }
}
