private import CPlatform
private import ChildProcesses
private import FoundationEssentials
private import LinuxPlatform
internal import ScheduleExploration

/// Starts this program again as processes that explore.
struct ExplorationLauncher: Sendable {
    enum Outcome: Sendable {
        case report(ExplorationReport)
        /// The process ended in the middle of a schedule, for the reason told; the token is of that schedule.
        case crashed(reason: String, token: ReplayToken)
        /// It was ended before it had begun.
        case stopped
        /// It ended by no fault of what it explored: before it began, or killed from outside.
        case lost(reason: String)

        /// Whether there is something to tell of already.
        var isFinding: Bool {
            switch self {
            case .report(let report): report.failure != nil
            case .crashed, .lost: true
            case .stopped: false
            }
        }
    }

    let executable: String
    /// A folder for the files in which tokens are left.
    let folder: String

    /// Explores in a process of its own. An interruption ends it early; what it has come to by then is its report.
    ///
    /// - Parameters:
    ///   - isToEnd: Asked whenever it has told how far it is: whether it is to end early.
    ///   - progress: Told several times a second how far it is.
    func run(
        _ request: ExplorationRequest, isToEnd: @escaping @Sendable () -> Bool,
        progress: @escaping @Sendable (ExplorationReport) -> Void
    ) async throws -> Outcome {
        let argument = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        let program = ChildProgram(
            executable, ["explore-shard", argument], environment: Self.environment)
        let result = try await program.run(standardError: .kept(last: 8 * 1024)) { child in
            try await child.finishInput()
            var last: ExplorationReport?
            while let line = try await child.nextLine() {
                let message = try JSONDecoder().decode(ExplorationMessage.self, from: Data(line))
                if message.isLast { last = message.report } else { progress(message.report) }
                if !message.isLast, isToEnd() { child.handle.interrupt() }
            }
            return last
        }
        if let last = result.value { return .report(last) }
        // It was to end before it was ready for it.
        if result.end.isKilled, isToEnd() { return .stopped }
        var text = result.standardError
        while text.last?.isNewline == true { text.removeLast() }
        let reason = "the process ended with \(result.end)" + (text.isEmpty ? "" : ":\n\(text)")
        guard !result.end.isKilled, let token = Self.token(in: request.tokenFile) else {
            return .lost(reason: reason)
        }
        return .crashed(reason: reason, token: token)
    }

    /// What a library has to be called to be loaded before all others, so that mutexes of the runtime are seen.
    private static var interposition: String? {
        // A sanitizer wants to come first.
        if oplab_is_sanitized() { return nil }
        guard let library = try? OwnExecutable.path(beside: "libScheduleInterposition.so"),
            access(library, R_OK) == 0
        else { return nil }
        return library
    }

    private static var environment: ChildEnvironment {
        // What the order of a set decides is to be the same in each process.
        let environment = ChildEnvironment.inherited.setting("SWIFT_DETERMINISTIC_HASHING", to: "1")
            .setting("SWIFT_BACKTRACE", to: "enable=no")
        guard let library = interposition else { return environment }
        return environment.prepending(library, to: "LD_PRELOAD")
    }

    private static func token(in path: String) -> ReplayToken? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return ReplayToken(String(String(decoding: data, as: UTF8.self).prefix { !$0.isWhitespace }))
    }
}
