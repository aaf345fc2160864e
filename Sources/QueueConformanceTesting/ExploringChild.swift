private import ChildProcesses
private import FoundationEssentials
private import LinuxPlatform
internal import QueueExploration
internal import ScheduleExploration
internal import Testing

/// The process in which one rule, or one test, is explored.
enum ExploringChild {
    /// What a child tells its parent, a line each: several times a second that it goes on, and at last what came out.
    enum Message: Codable, Sendable {
        case continues
        case ends(Outcome)
    }

    enum Outcome: Codable, Sendable {
        case passed(seesRuntime: Bool, doubts: [String])
        case failed(String)
        /// A schedule would have ended the process.
        case crashed(ScheduleFailure)
        case undecided(String)

        /// Records an issue in the current test, unless it has passed.
        ///
        /// - Throws: ``HarnessFailure`` if nothing was decided.
        func record(_ sourceLocation: SourceLocation) throws {
            switch self {
            case .passed(let seesRuntime, let doubts):
                for doubt in doubts + (seesRuntime ? [] : [ExplorationProcess.unseenRuntime]) {
                    Issue.record(Comment(rawValue: doubt), severity: .warning, sourceLocation: sourceLocation)
                }
            case .failed(let text): Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
            case .crashed(let failure):
                Issue.record(Comment(rawValue: "\(failure)"), sourceLocation: sourceLocation)
            case .undecided(let text): throw HarnessFailure(description: text)
            }
        }
    }

    private static let tokenVariable = "OPERATIONLAB_TOKEN_FILE"
    /// The token of the only schedule to run.
    private static let replayVariable = "OPERATIONLAB_REPLAY"

    // MARK: In the child

    /// Explores, tells the parent what came out, and ends the process.
    ///
    /// - Parameter missed: The points that no schedule of a report has reached, though one had to.
    static func serve(
        _ plan: ExplorationPlan, _ explore: (ExplorationPlan) async -> ExplorationReport,
        missed: (ExplorationReport) -> [String] = { _ in [] }
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
            if let text = getenv(replayVariable).map({ String(cString: $0) }) {
                guard let token = ReplayToken(text) else { fatalError("'\(text)' is no replay token.") }
                plan.replay = token
                // One of many that are tried.
                plan.failureFolder = nil
            }
            unsetenv(replayVariable)
            let report = await explore(plan)
            send(.ends(outcome(of: report, plan, missed: missed(report))))
        } catch {
            send(.ends(.undecided("\(error)")))
        }
        _exit(0)
    }

    private static func outcome(
        of report: ExplorationReport, _ plan: ExplorationPlan, missed: [String]
    ) -> Outcome {
        if let failure = report.failure {
            return failure.kind == .crash ? .crashed(failure) : .failed("\(report)\nseed \(plan.seed)")
        }
        if !report.hasPassed { return .undecided("\(report)") }
        if missed.isEmpty || plan.replay != nil {
            return .passed(seesRuntime: report.seesRuntime, doubts: report.doubts)
        }
        return .undecided("\(report); no schedule met \(missed.joined(separator: ", "))")
    }

    // MARK: In the parent

    /// Starts the current test again, to explore what the arguments say.
    ///
    /// - Parameter place: What is explored, for messages.
    static func run(_ what: [String], _ plan: ExplorationPlan, place: String) async throws -> Outcome {
        let outcome = try await launch(what, plan, place: place)
        guard case .crashed(let failure) = outcome else { return outcome }
        // One that was replayed has its steps.
        if plan.replay != nil { return .failed("\(place): \(failure)\nseed \(plan.seed)") }
        var simplest = try await CrashReduction { token in
            do {
                return switch try await launch(what, plan, place: place, replay: token) {
                case .crashed(let failure): .crashed(failure)
                case .passed: .didNotCrash
                case .failed(let reason), .undecided(let reason): .undecided(reason)
                }
            } catch {
                return .undecided("\(error)")
            }
        }.simplest(failure)
        if let folder = plan.failureFolder, !simplest.interleaving.events.isEmpty {
            do {
                try simplest.write(of: place, to: folder)
            } catch {
                simplest.message += "; its page is missing: \(error)"
            }
        }
        return .failed("\(place): \(simplest)\nseed \(plan.seed)")
    }

    private static func launch(
        _ what: [String], _ plan: ExplorationPlan, place: String, replay: ReplayToken? = nil
    ) async throws -> Outcome {
        let tokenFile = FileManager.default.temporaryDirectory.appending(path: "oplab-token-\(UUID())").path
        let events = tokenFile + "-events"
        defer { for file in [tokenFile, events] { try? FileManager.default.removeItem(atPath: file) } }
        let child = ChildProgram(
            try OwnExecutable.path(),
            try TestChild.arguments() + [
                "--event-stream-version", "0", "--event-stream-output-path", events,
            ],
            environment: TestChild.environment(ExplorationProcess.environment, .explore, what)
                .setting(tokenVariable, to: tokenFile).setting(replayVariable, to: replay.map { "\($0)" }))
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
        let standardError = TestChild.withoutRunner(result.standardError)
        if case .crashed(let failure)? = result.value {
            return .crashed(ExplorationProcess.explained(failure, standardError: standardError))
        }
        if let outcome = result.value {
            guard case .passed = outcome, let issue = firstIssue(events) else { return outcome }
            return .undecided(
                "\(place): an expectation of Swift Testing failed, and the explorer doesn't see those: use "
                    + "ExploredSchedule.expect instead. \(issue)")
        }
        let unreported = ExplorationProcess.unreported(
            result.end, standardError: standardError, tokenFile: tokenFile)
        return switch unreported {
        case .crashed(let reason, let token), .hung(let reason, let token):
            .failed("\(place): \(reason)\nin the schedule \(token), seed \(plan.seed)")
        case .lost(let reason): .undecided("\(place): \(reason)")
        }
    }

    /// What the first issue says that the child's own test has recorded; nil if there is none.
    private static func firstIssue(_ path: String) -> String? {
        struct Record: Decodable {
            struct Payload: Decodable {
                struct Message: Decodable { let text: String }
                let kind: String?
                let messages: [Message]?
            }
            let payload: Payload
        }
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        for line in data.split(separator: UInt8(ascii: "\n")) {
            if let record = try? JSONDecoder().decode(Record.self, from: Data(line)),
                record.payload.kind == "issueRecorded"
            {
                return record.payload.messages?.map(\.text).joined(separator: " ") ?? ""
            }
        }
        return nil
    }
}
