private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

/// Ctrl-C and SIGTERM: the first ends what is under way in good order, a second one ends the process at once.
final class Interruption: Sendable {
    private struct State: Sendable {
        var status: ExitStatus?
        var handler: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// From now on the signals come here.
    ///
    /// - Parameter handler: Called once, at the first of them, on a thread of its own.
    init(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.handler = handler }
        let queue = DispatchQueue(label: "downloads.interruption")
        for (number, status) in [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            // The handler keeps its source: it listens for as long as the process lives.
            source.setEventHandler { withExtendedLifetime(source) { self.interrupt(status) } }
            let isHeard = Parker()
            source.setRegistrationHandler { isHeard.unpark() }
            source.resume()
            // Until it is registered, nobody hears.
            isHeard.park()
        }
    }

    /// What the process is to end with; nil if there was no signal.
    var status: ExitStatus? { state.withLock { $0.status } }

    private func interrupt(_ status: ExitStatus) {
        let handler = state.withLock { state in
            state.status = state.status ?? status
            return state.handler.take()
        }
        guard let handler else { _exit(status.rawValue) }
        handler()
    }
}
