private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

/// Ctrl-C: the first cancels the command, which keeps what it has; a second ends the process at once.
final class Interruption: Sendable {
    static let shared = Interruption()

    private struct State {
        var isRequested = false
        var task: Task<Void, any Error>?
    }

    private let state = Mutex(State())

    /// Whether somebody has asked to end.
    var isRequested: Bool { state.withLock { $0.isRequested } }

    /// From now on SIGINT comes here.
    ///
    /// - Parameter isPatient: Whether a second one is no more than the first. For a process that another has started,
    ///   which sends it one, too, when Ctrl-C has reached both.
    func listen(isPatient: Bool = false) {
        signal(SIGINT, SIG_IGN)
        // A queue with a thread of its own: whoever calls waits, and may hold the only one of the pool.
        let source = DispatchSource.makeSignalSource(
            signal: SIGINT, queue: DispatchQueue(label: "interruption"))
        // The handler keeps its source: it listens for as long as the process lives.
        source.setEventHandler {
            withExtendedLifetime(source) { Interruption.shared.interrupt(isPatient: isPatient) }
        }
        // Until it is registered, nobody hears.
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
        Terminal.error("\noplab: interrupted; ending what runs\n")
        task?.cancel()
    }
}
