private import CPlatform
private import FoundationEssentials
internal import ScheduleExploration
private import Subprocess
private import SystemPackage

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

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
        var last: ExplorationReport?
        let argument = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        let result = try await Subprocess.run(
            .path(FilePath(executable)), arguments: ["explore-shard", argument],
            environment: Self.environment(beside: executable), input: .none, output: .sequence,
            error: .sequence
        ) { execution in
            async let error = Self.tail(of: execution.standardError)
            let lines = ProcessLines(execution.standardOutput)
            while let line = try await lines.next() {
                let message = try JSONDecoder().decode(ExplorationMessage.self, from: Data(line))
                if message.isLast { last = message.report } else { progress(message.report) }
                // Ctrl-C reaches all processes of a terminal, but a signal to this one doesn't. One that has ended
                // meanwhile needs none.
                if !message.isLast, isToEnd() { try? execution.send(signal: .interrupt) }
            }
            return try await error
        }
        if let last { return .report(last) }
        let how: String
        var isKilled = false
        switch result.terminationStatus {
        case .exited(let status): how = "status \(status)"
        case .signaled(let signal):
            how = "signal \(signal)"
            isKilled = [SIGKILL, SIGTERM, SIGINT].contains(signal)
        }
        // Ctrl-C that came before the process was ready for it.
        if isKilled, isToEnd() { return .stopped }
        let text = result.closureResult
        let reason = "the process ended with \(how)" + (text.isEmpty ? "" : ":\n\(text)")
        guard !isKilled, let token = Self.token(in: request.tokenFile) else { return .lost(reason: reason) }
        return .crashed(reason: reason, token: token)
    }

    /// What a library has to be called to be loaded before all others, so that mutexes of the runtime are seen.
    private static func interposition(beside executable: String) -> String? {
        // A sanitizer wants to come first.
        if oplab_is_sanitized() { return nil }
        let library = FilePath(executable).removingLastComponent().appending("libScheduleInterposition.so")
        return access(library.string, R_OK) == 0 ? library.string : nil
    }

    private static func environment(beside executable: String) -> Environment {
        // What the order of a set decides is to be the same in each process.
        var changes: [Environment.Key: String?] = [
            "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
        ]
        if let library = interposition(beside: executable) {
            let others = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { ":" + $0 } ?? ""
            changes["LD_PRELOAD"] = library + others
        }
        return Environment.inherit.updating(changes)
    }

    private static func tail(of sequence: SubprocessOutputSequence) async throws -> String {
        var bytes: [UInt8] = []
        for try await buffer in sequence {
            buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
            if bytes.count > 16 * 1024 { bytes.removeFirst(bytes.count - 8 * 1024) }
        }
        while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func token(in path: String) -> ReplayToken? {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return ReplayToken(String(String(decoding: data, as: UTF8.self).prefix { !$0.isWhitespace }))
    }
}
