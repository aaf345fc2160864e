private import ChildProcesses
private import FoundationEssentials
private import LinuxPlatform
public import QueueConformance
public import QueueExploration
public import ScheduleExploration
public import Testing

extension ExploredRule: CustomTestStringConvertible {
    /// The number, and what races with what, which name the test case.
    public var testDescription: String { "\(id) \(race)" }
}

extension ExploredRule {
    /// Explores a queue's schedules by this rule, and records an issue in the current test if one breaks it.
    ///
    /// It explores in a process of its own: this test is started again for this rule alone. So a queue that traps is one
    /// failed case. The issue has the schedule's interleaving, the seed, and the token that replays it. A warning says if
    /// mutexes of the runtime were no choice points, because libScheduleInterposition.so isn't beside the test runner.
    ///
    /// - Parameters:
    ///   - subject: The queue. In one test, each subject has a name of its own.
    ///   - plan: How many schedules, which seed, which strategy.
    ///   - sourceLocation: Where issues are recorded.
    /// - Throws: ``HarnessFailure`` if the rule couldn't be explored.
    public func verify(
        _ subject: some ExplorableSubject, _ plan: ExplorationPlan = ExplorationPlan(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let what = JudgeRequest(rule: id, caseName: "", queue: subject.name)
        if let request = TestChild.request {
            guard request == (.explore, what) else { return }
            await ExploringChild.serve(self, subject, plan)
        }
        try TestChild.once(.explore, what)
        let outcome = try await Slots.shared.withSlot { try await ExploringChild.run(what, plan) }
        switch outcome {
        case .passed(let seesRuntime):
            if seesRuntime { break }
            Issue.record(
                Comment(rawValue: ExplorationProcess.unseenRuntime), severity: .warning,
                sourceLocation: sourceLocation)
        case .failed(let text): Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
        case .undecided(let text): throw HarnessFailure(description: text)
        }
    }
}

/// The process in which one rule is explored.
private enum ExploringChild {
    /// What a child tells its parent, a line each: several times a second that it goes on, and at last what came out.
    enum Message: Codable, Sendable {
        case continues
        case ends(Outcome)
    }

    enum Outcome: Codable, Sendable {
        case passed(seesRuntime: Bool)
        case failed(String)
        case undecided(String)
    }

    private static let tokenVariable = "OPERATIONLAB_TOKEN_FILE"

    // MARK: In the child

    static func serve(
        _ rule: ExploredRule, _ subject: some ExplorableSubject, _ plan: ExplorationPlan
    ) async -> Never {
        let parent = ParentProcess()
        @Sendable func send(_ message: Message) {
            do { parent.send([UInt8](try JSONEncoder().encode(message))) } catch { fatalError("\(error)") }
        }
        var plan = plan
        let progress = plan.progress
        plan.progress = { report in
            send(.continues)
            return progress?(report) ?? true
        }
        do {
            plan.tokenFile = try getenv(tokenVariable).map { try TokenFile(path: String(cString: $0)) }
            unsetenv(tokenVariable)
            send(.ends(outcome(of: rule, await rule.explore(subject, plan), plan)))
        } catch {
            send(.ends(.undecided("\(error)")))
        }
        _exit(0)
    }

    private static func outcome(
        of rule: ExploredRule, _ report: ExplorationReport, _ plan: ExplorationPlan
    ) -> Outcome {
        if report.failure != nil { return .failed("\(report)\nseed \(plan.seed)") }
        if !report.hasPassed { return .undecided("\(report)") }
        let missed = rule.missed(report)
        if missed.isEmpty || plan.replay != nil { return .passed(seesRuntime: report.seesRuntime) }
        return .undecided("\(report); no schedule met \(missed.joined(separator: ", "))")
    }

    // MARK: In the parent

    static func run(_ what: JudgeRequest, _ plan: ExplorationPlan) async throws -> Outcome {
        let tokenFile = FileManager.default.temporaryDirectory.appending(path: "oplab-token-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: tokenFile) }
        let child = ChildProgram(
            try OwnExecutable.path(), try TestChild.arguments(),
            environment: TestChild.environment(ExplorationProcess.environment, .explore, what)
                .setting(tokenVariable, to: tokenFile))
        let result = try await child.run(standardError: .kept(last: 8 * 1024)) { child -> Outcome? in
            try await child.finishInput()
            while let line = try await child.watched(
                by: ExplorationProcess.watchdog, { try await child.nextLine() })
            {
                // Other lines are what the test itself has printed.
                if case .ends(let outcome)? = try? JSONDecoder().decode(Message.self, from: Data(line)) {
                    return outcome
                }
            }
            return nil
        }
        if let outcome = result.value { return outcome }
        let unreported = ExplorationProcess.unreported(
            result.end, standardError: TestChild.withoutRunner(result.standardError), tokenFile: tokenFile)
        let place = "\(what.rule) on \(what.queue)"
        return switch unreported {
        case .crashed(let reason, let token), .hung(let reason, let token):
            .failed("\(place): \(reason)\nin the schedule \(token), seed \(plan.seed)")
        case .lost(let reason): .undecided("\(place): \(reason)")
        }
    }
}
