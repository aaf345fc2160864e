internal import ChildProcesses
private import FoundationEssentials
private import LinuxPlatform
private import QueueExploration
internal import Reporting
internal import ScheduleExploration

/// Starts this program as child processes that explore.
struct ExplorationLauncher: Sendable {
    let executable: String
    /// The folder for the files with tokens.
    let folder: String

    /// Explores in a child process. An interruption ends it early; it then reports its results so far.
    ///
    /// - Parameters:
    ///   - isToEnd: Called with each report but the last, and with nil at the end: whether to end early.
    ///   - progress: Called with each report but the last, several times a second.
    func run(
        _ request: ExplorationRequest, isToEnd: @escaping @Sendable (ExplorationReport?) -> Bool,
        progress: @escaping @Sendable (ExplorationReport) -> Void
    ) async throws -> ShardOutcome {
        let argument = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        let program = ChildProgram(
            executable, ["explore-shard", argument], environment: ExplorationProcess.environment)
        let result = try await program.run(standardError: .kept(last: 8 * 1024)) { child in
            try await child.finishInput()
            var last: ExplorationReport?
            while let line = try await child.watched(
                by: ExplorationProcess.watchdog, { try await child.nextLine() })
            {
                let message = try JSONDecoder().decode(ExplorationMessage.self, from: Data(line))
                if message.isLast { last = message.report } else { progress(message.report) }
                if !message.isLast, isToEnd(message.report) { child.handle.interrupt() }
            }
            return last
        }
        if var last = result.value {
            if let failure = last.failure, failure.kind == .crash {
                last.outcome = .failed(
                    ExplorationProcess.explained(failure, standardError: result.standardError))
            }
            return .report(last)
        }
        // It was interrupted before it handled the signal.
        if result.end.isKilled, isToEnd(nil) { return .stopped }
        let unreported = ExplorationProcess.unreported(
            result.end, standardError: result.standardError, tokenFile: request.tokenFile)
        return switch unreported {
        case .crashed(let reason, let token): .ended(.crashed, reason: reason, token: token)
        case .hung(let reason, let token): .ended(.hung, reason: reason, token: token)
        case .lost(let reason): .lost(reason: reason)
        }
    }
}
