private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

/// Handles Ctrl-C, SIGTERM and SIGHUP: the first of them cancels the command, which reports its results so far; a second
/// Ctrl-C or SIGTERM ends the process.
final class Interruption: Sendable {
    static let shared = Interruption()

    private struct State {
        var isRequested: Bool { !signals.isEmpty }
        /// Those that have come.
        var signals: Set<Int32> = []
        var task: Task<Void, any Error>?
    }

    private let state = Mutex(State())

    /// Whether the user has pressed Ctrl-C, or somebody has sent such a signal.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Starts handling these signals. A child listens to Ctrl-C alone, and ignores a second one: it gets one from the terminal
    /// and another from its parent.
    func listen(asChild isPatient: Bool = false) {
        listen(to: SIGINT, isPatient)
        if isPatient { return }
        listen(to: SIGTERM, false)
        // Whoever has it ignored wants the command to outlive the terminal.
        let former = signal(SIGHUP, SIG_IGN)
        if unsafeBitCast(former, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) {
            listen(to: SIGHUP, false)
        }
    }

    private func listen(to number: Int32, _ isPatient: Bool) {
        signal(number, SIG_IGN)
        // A queue with its own thread: the caller blocks, possibly on the pool's only thread.
        let source = DispatchSource.makeSignalSource(
            signal: number, queue: DispatchQueue(label: "interruption"))
        // The handler retains its source, which therefore lives as long as the process.
        source.setEventHandler {
            withExtendedLifetime(source) { Interruption.shared.interrupt(number, isPatient: isPatient) }
        }
        // Until the source is registered, a signal would be lost.
        let isHeard = Parker()
        source.setRegistrationHandler { isHeard.unpark() }
        source.resume()
        isHeard.park()
    }

    /// Runs `body` in a task that an interruption cancels.
    func interruptible(_ body: sending @escaping () async throws -> Void) async throws {
        let task = Task { try await body() }
        let isLate = state.withLock { state in
            state.task = task
            return state.isRequested
        }
        if isLate { task.cancel() }
        try await task.value
    }

    private func interrupt(_ number: Int32, isPatient: Bool) {
        let (isFirst, isAgain, task) = state.withLock { state in
            (!state.isRequested, !state.signals.insert(number).inserted, state.task)
        }
        if isPatient { return }
        // A terminal that is closed sends more than one.
        if isAgain, number != SIGHUP {
            ScratchFolder.removeAll()
            _exit(ExitStatus.interrupted.rawValue)
        }
        if !isFirst { return }
        Terminal.error("\n\(toolName): interrupted; ending\n")
        task?.cancel()
    }
}
