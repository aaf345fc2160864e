import Operations
import QueueConformance
import QueueExperiments
import QueueSubjects
import TestSupport
import Testing

/// The experiments on queues, in this process. What they show on all queues is tested through the tool, whose process
/// has the threads of tasks for itself.
@Suite struct RunTests {
    static let pace = Pace(work: .milliseconds(5), patience: .hangGuard)

    static func run(_ number: Int, on queue: String) async throws -> ExperimentReport {
        let experiment = try #require(ExperimentBook.all.first { $0.number == number })
        let subject = try #require(
            SubjectRegistry.project.conformanceSubject(queue) as? any ConformanceSubject)
        return try await experiment.run(on: subject, pace: pace)
    }

    @Test(arguments: [
        ("faulty:startRunsElsewhere", 2, "on another thread than the one that called start"),
        ("faulty:mainQueueRunsElsewhere", 3, "synchronous on the main queue"),
    ])
    func faultyQueueIsFound(queue: String, number: Int, words: String) async throws {
        let answer = try #require(try await Self.run(number, on: queue).answer)
        #expect(answer.standing == .contradicted)
        #expect(answer.sentence.contains(words), "\(answer.sentence)")
    }

    @Test func trialThatTheQueueCannotDoIsNotApplicable() async throws {
        let report = try await Self.run(5, on: "dispatch-serial")
        #expect(report.entries.map(\.conclusion.standing) == [.shown, .notApplicable])
        #expect(
            report.entries.last?.outcome
                == .notApplicable(
                    .init(
                        .dependencies,
                        reason: "a dispatch queue runs blocks as they come, and keeps no list of them")))
        #expect(try await Self.run(4, on: "inline").answer?.standing == .notApplicable)
    }

    @Test func cancelledRunEndsWithoutAReport() async throws {
        let experiment = try #require(ExperimentBook.all.first)
        let subject = try #require(
            SubjectRegistry.project.conformanceSubject("lock") as? any ConformanceSubject)
        // Its operations would go on for longer than anybody waits for a test.
        let task = Task {
            try await experiment.run(
                on: subject, pace: Pace(work: .seconds(3600), patience: .seconds(7200)))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func whatTakesTooLongCountsAsNotEnded() async throws {
        let experiment = try #require(ExperimentBook.all.first { $0.number == 5 })
        let subject = try #require(
            SubjectRegistry.project.conformanceSubject("lock") as? any ConformanceSubject)
        // The work outlasts the test, however late a loaded machine notices that the time is over.
        let report = try await experiment.run(
            on: subject, pace: Pace(work: .seconds(3600), patience: .zero))
        #expect(report.answer?.standing == .inconclusive)
    }
}
