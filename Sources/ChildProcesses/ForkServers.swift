private import CForkServer
private import CPlatform
private import ConcurrencyPrimitives
private import LinuxPlatform

/// Fork servers of one program: as many as requests are made at a time.
///
/// The program is loaded once for many processes. Nothing of it has run in a process that is forked, but all processes of one server
/// have the same addresses. Thread-safe. The servers end when the last reference to this is released.
public final class ForkServers: Sendable {
    private struct State {
        var idle: [ForkServer] = []
        var isRefused = false
    }

    private let program: ChildProgram
    private let loading: Watchdog
    private let state = Mutex(State())

    /// Servers of a program that links this module, and takes its ``request`` instead of arguments.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - loading: Ends a server that takes too long until it has forked.
    public init(_ program: ChildProgram, loading: Watchdog = Watchdog(limit: .seconds(60), patience: 10)) {
        self.program = program
        self.loading = loading
    }

    /// The request for which this process was forked; nil if it was started.
    public static var request: String? { oplab_forked_request().map { String(cString: $0) } }

    /// Forks a process for `request`, and returns when the process has ended.
    ///
    /// - Parameters:
    ///   - request: A line of at most 4,000 bytes, without its line feed.
    ///   - watchdog: Ends a process that takes too long, from when it was forked.
    /// - Returns: Nil if the program doesn't fork, or the request is too long: start it instead. A program that a sanitizer instruments doesn't.
    /// - Throws: `CancellationError` if this task is cancelled, once the process has ended; the reason why the program can't be started.
    public func process(for request: String, watchdog: Watchdog) async throws -> ForkedProcess? {
        while !isRefused, !request.contains("\n"), request.utf8.count <= 4_000 {
            let idle = state.withLock { $0.idle.popLast() }
            let server = idle ?? ForkServer(program, loading: loading)
            let answer = await server.answer(request, watchdog: watchdog)
            try Task.checkCancellation()
            switch answer {
            case .process(let process):
                if !server.hasEnded { state.withLock { $0.idle.append(server) } }
                return process
            case .ended(let end):
                // One that was idle may have been killed meanwhile.
                if idle == nil { throw Unforked(program: program.executable, end: end) }
            case .refused: refuse()
            case .failed(let error): throw error
            }
        }
        return nil
    }

    /// A new server ended before it forked.
    private struct Unforked: Error, CustomStringConvertible {
        let program: String
        let end: ChildEnd
        var description: String { "\(program) could not fork a process: it ended with \(end)" }
    }

    /// Returns nil from now on: the program doesn't know what to do with a request.
    public func refuse() { state.withLock { $0.isRefused = true } }

    private var isRefused: Bool { oplab_is_sanitized() || state.withLock { $0.isRefused } }
}
