private import CPlatform
private import CScheduleControl
public import ChildProcesses
private import FoundationEssentials
private import LinuxPlatform
public import ScheduleExploration

/// What processes that explore have in common.
public enum ExplorationProcess {
    /// The last resort against a schedule that doesn't end. A process reports several times a second during a
    /// search, but not while it simplifies a failing schedule.
    public static let watchdog = Watchdog(limit: .seconds(600), patience: 10)

    /// What to tell if a report doesn't see the runtime (`ExplorationReport.seesRuntime`).
    public static let unseenRuntime = """
        Mutexes of the runtime were no choice points: libScheduleInterposition.so is not beside the program (swift build \
        --product ScheduleInterposition), or a sanitizer has to be loaded first.
        """

    /// What became of a process that has ended without its last report.
    public enum Unreported: Sendable {
        /// The queue ended it, in the schedule of this token.
        case crashed(reason: String, token: ReplayToken)
        /// The watchdog ended it, because the schedule of this token did not end.
        case hung(reason: String, token: ReplayToken)
        /// It ended for a reason outside of the exploration: before it began, or killed by another process.
        case lost(reason: String)
    }

    /// - Parameters:
    ///   - end: How the process ended.
    ///   - standardError: The end of what it wrote there.
    ///   - tokenFile: The path of its `ExplorationPlan.tokenFile`.
    public static func unreported(_ end: ChildEnd, standardError: String, tokenFile: String) -> Unreported {
        var text = standardError
        while text.last?.isNewline == true { text.removeLast() }
        let reason = "the process ended with \(end)" + (text.isEmpty ? "" : ":\n\(text)")
        guard let token = token(in: tokenFile) else { return .lost(reason: reason) }
        switch end {
        case .overdue: return .hung(reason: reason, token: token)
        case .starved: return .lost(reason: reason)
        case .exited, .signalled:
            return end.isKilled ? .lost(reason: reason) : .crashed(reason: reason, token: token)
        }
    }

    /// A crash, as the process has told it, with what the program has said of it.
    ///
    /// - Parameter standardError: The end of what the process wrote there.
    package static func explained(_ crash: ScheduleFailure, standardError: String) -> ScheduleFailure {
        var crash = crash
        // The interleaving says more than the runtime's stack.
        let text = standardError.split(separator: "\n").prefix { !$0.hasPrefix("Current stack trace") }
            .joined(separator: "\n")
        if !text.isEmpty { crash.message += "\n\(text)" }
        return crash
    }

    private static func token(in path: String) -> ReplayToken? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return ReplayToken(String(String(decoding: data, as: UTF8.self).prefix { !$0.isWhitespace }))
    }

    /// The environment of processes that explore.
    public static var environment: ChildEnvironment {
        // Hash order must be the same in each process, because code may depend on it.
        let environment = ChildEnvironment.inherited.setting("SWIFT_DETERMINISTIC_HASHING", to: "1")
            .setting("SWIFT_BACKTRACE", to: "enable=no").setting("OPERATIONLAB_PASS_NOTICE", to: "off")
        guard let library = interposition else { return environment }
        return environment.prepending(library, to: "LD_PRELOAD")
    }

    /// Whether this program was compiled so that each access is seen (`scripts/explore-package`).
    public static var isInstrumented: Bool { oplab_find_instrumentation() != nil }

    /// The library to load first, which makes mutexes of the runtime visible to the explorer.
    public static var interposition: String? {
        // A sanitizer must be loaded first.
        if oplab_is_sanitized() { return nil }
        let name =
            isInstrumented ? "libScheduleInstrumentation.so" : "libScheduleInterposition.so"
        guard let library = try? OwnExecutable.path(beside: name),
            access(library, R_OK) == 0
        else { return nil }
        return library
    }
}
