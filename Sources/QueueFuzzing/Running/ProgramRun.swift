internal import ConcurrencyPrimitives
internal import Operations
public import QueueConformance
public import ScheduleExploration

/// Runs a program on a subject's queue, and judges its history.
///
/// One run at a time in a process: both an exploration and the detection of a deadlock are process-wide. After a deadlock on real
/// threads, threads of the program are left; end the process.
public enum ProgramRun {
    /// What a run, or an exploration of many, has shown.
    public struct Outcome: Codable, Sendable {
        /// The verdict on the last history.
        public var verdict: HistoryChecker.Verdict
        /// The last history: of a failure the one that shows it.
        public var history: FuzzHistory
        /// How many histories were judged.
        public var histories = 1
        /// How many of them the search could not decide.
        public var undecided = 0
        /// The schedule of a failure, in words.
        public var schedule: String?
        /// Why nothing could be decided; nil if it could.
        public var problem: String?

        /// What the history shows that the model forbids; nil if nothing.
        public var violation: FuzzViolation? {
            if case .forbidden(let violation) = verdict { violation } else { nil }
        }
    }

    /// The last history, which the judge leaves for the one who has asked for it.
    private final class Findings: Sendable {
        struct Content {
            var recorder: HistoryRecorder?
            var verdict: HistoryChecker.Verdict?
            /// How many histories were judged, and how many of them are undecided: each of them once.
            var histories = 0
            var undecided = 0
            /// Why the program could not be run.
            var problem: String?
            private var isJudged = false

            mutating func begin(_ recorder: HistoryRecorder) {
                self.recorder = recorder
                isJudged = false
            }

            mutating func judge(_ verdict: HistoryChecker.Verdict) {
                self.verdict = verdict
                if isJudged { return }
                isJudged = true
                histories += 1
                if verdict == .undecided { undecided += 1 }
            }
        }

        private let content = Mutex(Content())

        var value: Content { content.withLock { $0 } }

        func change(_ body: (inout Content) -> Void) { content.withLock { body(&$0) } }
    }

    /// Runs the program once on threads of the system, which begin together.
    ///
    /// Call it from a `WorkerTask` in a process that does nothing else: a deadlock is seen by all threads being asleep.
    public static func onThreads<Subject: ConformanceSubject>(
        _ program: FuzzProgram, _ subject: Subject, checker: HistoryChecker = .init()
    ) async -> Outcome {
        let findings = Findings()
        let report = await stress(runs: 1, seconds: 60) {
            await run(program, subject, findings, checker, isExplored: false)
        }
        return outcome(findings, checker, program, failure: report.failure)
    }

    /// Runs the program under many schedules, until one fails.
    public static func explored<Subject: ExplorableSubject>(
        _ program: FuzzProgram, _ subject: Subject, plan: ExplorationPlan, checker: HistoryChecker = .init()
    ) async -> Outcome {
        let findings = Findings()
        let report = await explore(plan, name: "program \(program.seed) on \(subject.name)") {
            await run(program, subject.fresh(), findings, checker, isExplored: true)
        }
        var problem: String?
        switch report.outcome {
        case .passed, .failed: break
        case .vacuous: problem = "no schedule had a choice"
        case .unseen: problem = report.doubts.joined(separator: "; ")
        case .nondeterministic(let reason), .blockedOutside(let reason), .unsupported(let reason):
            problem = reason
        }
        // Too long for a schedule is not too long for a queue.
        if let failure = report.failure, failure.kind == .stepLimit {
            findings.change { $0.problem = failure.message }
        }
        var outcome = outcome(findings, checker, program, failure: report.failure?.message)
        outcome.schedule = report.failure.map {
            "number \($0.schedule), with \($0.fewestPreemptions) preemptions (\($0.kind))"
        }
        outcome.problem = outcome.problem ?? problem
        return outcome
    }

    private static func outcome(
        _ findings: Findings, _ checker: HistoryChecker, _ program: FuzzProgram, failure: String?
    ) -> Outcome {
        let content = findings.value
        let history = content.recorder?.history ?? FuzzHistory([], hasEnded: false)
        // A run that didn't come to its end wasn't judged, and one that failed has to be judged once more.
        let verdict: HistoryChecker.Verdict =
            if content.problem != nil {
                .undecided
            } else if failure != nil {
                checker.check(history, of: program)
            } else {
                content.verdict ?? .undecided
            }
        var outcome = Outcome(
            verdict: verdict, history: history, histories: content.histories, undecided: content.undecided)
        outcome.problem = content.problem ?? (outcome.violation == nil ? failure : nil)
        return outcome
    }

    // MARK: One run

    private static func run<Subject: ConformanceSubject>(
        _ program: FuzzProgram, _ subject: Subject, _ findings: Findings, _ checker: HistoryChecker,
        isExplored: Bool
    ) async {
        let recorder = HistoryRecorder()
        findings.change { $0.begin(recorder) }
        do {
            let calls = try await ProgramCalls(program, subject, recorder)
            try await threads(of: program, calls, subject.claims, isExplored: isExplored)
            calls.forget()
        } catch {
            findings.change { $0.problem = "the program can't be run: \(error)" }
            return ExploredSchedule.expect(false, "\(error)")
        }
        recorder.end()
        // Completion blocks may run after the end of all waits (9.7).
        ExploredSchedule.whenQuiescent {
            let verdict = checker.check(recorder.history, of: program)
            // On real threads, a check that fails is made again: something may still go on.
            findings.change { content in
                if content.recorder === recorder { content.judge(verdict) }
            }
            guard case .forbidden(let violation) = verdict else { return nil }
            return "\(violation.sentence): \(violation.observed)"
        }
    }

    /// Runs the threads, and then what lets everything end.
    private static func threads<Subject: ConformanceSubject>(
        of program: FuzzProgram, _ calls: ProgramCalls<Subject>, _ claims: QueueCapabilities, isExplored: Bool
    ) async throws {
        let meeting = Rendezvous(parties: program.threads.count)
        let ends = program.threads.map { thread in
            let end = Promise<Result<Void, any Error>>()
            WorkerTask.start {
                // Under exploration, the strategy decides who is first.
                if !isExplored { meeting.meet(round: 0) }
                do {
                    for call in thread { try await calls.make(awaiting: call) }
                    end.fulfill(.success(()))
                } catch {
                    end.fulfill(.failure(error))
                }
            }
            return end
        }
        for (thread, end) in zip(program.threads, ends) where !FuzzProgram.isWaiting(thread) {
            try await end.value().get()
        }
        for call in program.finalCalls(claims) { try await calls.make(awaiting: call) }
        for end in ends { try await end.value().get() }
        for call in program.closingCalls(claims) { try await calls.make(awaiting: call) }
    }
}
