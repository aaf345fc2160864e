private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

/// Handles Ctrl-C: the first one cancels the command, which reports its results so far; a second one ends the
/// process.
final class Interruption: Sendable {
    static let shared = Interruption()

    private struct State {
        var isRequested = false
        var task: Task<Void, any Error>?
    }

    private let state = Mutex(State())

    /// Whether the user has pressed Ctrl-C.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// Starts handling SIGINT.
    ///
    /// - Parameter isPatient: Whether to ignore a second SIGINT. A child gets one from the terminal and another
    ///   from its parent.
    func listen(isPatient: Bool = false) {
        signal(SIGINT, SIG_IGN)
        // A queue with its own thread: the caller blocks, possibly on the pool's only thread.
        let source = DispatchSource.makeSignalSource(
            signal: SIGINT, queue: DispatchQueue(label: "interruption"))
        // The handler retains its source, which therefore lives as long as the process.
        source.setEventHandler {
            withExtendedLifetime(source) { Interruption.shared.interrupt(isPatient: isPatient) }
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

    private func interrupt(isPatient: Bool) {
        let (isSecond, task) = state.withLock { state in
            defer { state.isRequested = true }
            return (state.isRequested, state.task)
        }
        if isPatient { return }
        if isSecond { _exit(ExitStatus.interrupted.rawValue) }
        Terminal.error("\n\(toolName): interrupted; ending\n")
        task?.cancel()
    }
}
