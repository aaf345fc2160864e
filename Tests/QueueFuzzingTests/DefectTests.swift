import FaultyQueues
import QueueConformance
import QueueSubjects
import Testing

@testable import QueueFuzzing

/// Planted defects that show in a history are found by programs of fixed seeds, under exploration, which repeats exactly.
@Suite(.serialized) struct DefectTests {
    private static let plan = FuzzPlan(strategy: "rotating", runs: 4)
    /// The programs of the seeds from 1 on to run.
    private static let programs: UInt64 = 60

    /// The first program that fails, and how.
    private func failure(of subject: any ConformanceSubject, programs: UInt64 = programs) async
        -> FuzzFailure?
    {
        for seed in 1...programs {
            let program = Self.plan.program(seed, subject)
            let outcome = await Self.plan.run(program, subject)
            if let problem = outcome.problem {
                Issue.record("program \(seed) of \(subject.name): \(problem)")
            }
            if let violation = outcome.violation {
                return FuzzFailure(.violation(violation), program, outcome.history)
            }
        }
        return nil
    }

    @Test(arguments: [
        ("startRunsFinishedAgain", ModelSentence.runsOnce), ("firstDependencyReleases", .dependencies),
        ("cancelledDependencyReleases", .dependencies), ("secondCancelRevokes", .cancelledNeverRuns),
        ("startRunsElsewhere", .startsByHandAtOnce), ("endClearsCancelled", .cancelled),
        ("executingIsNotCancelled", .cancelled), ("lateCancelRaisesFlag", .cancelled),
        ("executingStaysTrue", .executing), ("finishedIsNotReady", .ready), ("oneSlotTooMany", .limit),
        ("lastAddedFirst", .orderOfAdding), ("cancelledKeepsSlot", .everythingEnds),
        ("barrierHoldsNothingBack", .barrierHolds), ("barrierDoesNotWait", .barrierWaits),
        ("completionBlockRunsTwice", .completionOnce), ("countsOnlyWaiting", .count),
    ])
    func plantedDefectIsFound(name: String, sentence: ModelSentence) async throws {
        let defect = try #require(Defect(rawValue: name))
        let failure = try #require(await failure(of: FaultySubject(defect: defect)), "it isn't found")
        guard case .violation(let violation) = failure.kind else { return }
        #expect(violation.sentence == sentence, "\(failure.text)")
        #expect(failure.text.contains(sentence.text) && failure.text.contains(failure.program.listing))
    }

    @Test(arguments: ["faulty", "lock", "actor"]) func queueWithoutADefectPasses(name: String) async throws {
        let subject = try #require(
            SubjectRegistry.project.conformanceSubject(name) as? any ConformanceSubject)
        let failure = await failure(of: subject, programs: 30)
        #expect(failure == nil, "\(failure?.text ?? "")")
    }

    /// The same program, made smaller, fails in the same way.
    @Test func failingProgramIsMadeSmaller() async throws {
        let defect = try #require(Defect.all.first { $0.rawValue == "cancelledDependencyReleases" })
        let subject = FaultySubject(defect: defect)
        let failure = try #require(await failure(of: subject))
        let small = await ProgramShrinker().shrink(failure.program) { program in
            let outcome = await Self.plan.run(program, subject)
            guard let violation = outcome.violation else { return false }
            return failure.isLike(FuzzFailure(.violation(violation), program, outcome.history))
        }
        #expect(small.operations.count == 2 && small.threads.count <= 2, "\(small.listing)")
        #expect(small.calls.count <= 6, "\(small.listing)")
    }
}
