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
    /// failed case. The issue has the schedule's interleaving, the seed, and the token that replays it.
    ///
    /// - Parameters:
    ///   - subject: The queue, with the same name in every call for it.
    ///   - plan: How many schedules, which seed, which strategy.
    ///   - sourceLocation: Where issues are recorded.
    /// - Throws: ``HarnessFailure`` if the rule couldn't be explored.
    public func verify(
        _ subject: some ExplorableSubject, _ plan: ExplorationPlan = ExplorationPlan(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let what = JudgeRequest(rule: id, caseName: "", queue: subject.name)
        if let request = TestChild.request {
            guard request == (.explore, what) else { try TestChild.leave() }
            let parent = ParentProcess()
            parent.send([UInt8](try JSONEncoder().encode(await outcome(subject, plan))))
            _exit(0)
        }
        let outcome = try await Slots.shared.withSlot { try await outcomeInChild(what, plan) }
        switch outcome {
        case .passed: break
        case .failed(let text): Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
        case .undecided(let text): throw HarnessFailure(description: text)
        }
    }

    private enum Outcome: Codable, Sendable {
        case passed
        case failed(String)
        case undecided(String)
    }

    private func outcome(_ subject: some ExplorableSubject, _ plan: ExplorationPlan) async -> Outcome {
        var plan = plan
        do {
            plan.tokenFile = try getenv(Self.tokenVariable).map { try TokenFile(path: String(cString: $0)) }
        } catch { return .undecided("\(error)") }
        let report = await explore(subject, plan)
        if report.failure != nil { return .failed("\(report)\nseed \(plan.seed)") }
        let missed = missed(report)
        if !report.hasPassed || !missed.isEmpty && plan.replay == nil {
            return .undecided(
                "\(report)" + (missed.isEmpty ? "" : "; no schedule met \(missed.joined(separator: ", "))"))
        }
        return .passed
    }

    private static let tokenVariable = "OPERATIONLAB_TOKEN_FILE"

    private func outcomeInChild(_ what: JudgeRequest, _ plan: ExplorationPlan) async throws -> Outcome {
        let (path, arguments) = try TestChild.program()
        let tokenFile = FileManager.default.temporaryDirectory.appending(path: "oplab-token-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: tokenFile) }
        let environment = ExplorationProcess.environment
            .setting(TestChild.Purpose.explore.rawValue, to: what.arguments.joined(separator: "\n"))
            .setting(Self.tokenVariable, to: tokenFile)
        let child = ChildProgram(path, arguments, environment: environment)
        let result = try await child.run(standardError: .kept(last: 8 * 1024)) { child in
            try await child.finishInput()
            return try await child.watched(by: Self.watchdog) { try await child.nextLine() }
        }
        if let line = result.value { return try JSONDecoder().decode(Outcome.self, from: Data(line)) }
        let text =
            "\(id) on \(what.queue): the process ended with \(result.end)\n\(TestChild.withoutRunner(result.standardError))"
        let token =
            (try? String(contentsOfFile: tokenFile, encoding: .utf8))?.prefix { !$0.isWhitespace } ?? ""
        if token.isEmpty || result.end.isKilled { return .undecided(text) }
        return .failed("\(text)\nin the schedule \(token), seed \(plan.seed)")
    }

    /// The last resort against a schedule that doesn't end.
    private static let watchdog = Watchdog(limit: .seconds(600), patience: 10)
}
