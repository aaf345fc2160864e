internal import ConcurrencyPrimitives
private import LinuxPlatform
internal import Subprocess

/// A process that was started, as whoever has started it talks with it. Good until the body that was given it returns.
///
/// Used by one task, but for its ``handle``.
public struct RunningChild {
    /// By which any thread can end it.
    public let handle: Handle
    let lines: ChildLines
    let input: StandardInputWriter
    /// How its watchdog has ended it, if it has. Read once the process has ended.
    let fate: Promise<ChildEnd>

    /// What any thread can do to a process that runs.
    public struct Handle: Sendable {
        /// The system's number of it.
        public let process: Int
        let hasOwnGroup: Bool
        let send: @Sendable (Signal, _ toGroup: Bool) -> Void

        /// Asks it to end early, as Ctrl-C does.
        public func interrupt() { send(.interrupt, false) }

        /// Ends it at once, with its group if it has one of its own.
        public func kill() { send(.kill, hasOwnGroup) }
    }

    /// The next line of its standard output, without the line feed; nil at the end, also where a watchdog has ended it.
    public func nextLine() async throws -> [UInt8]? { try await lines.next() }

    /// Writes to its standard input; false if it reads no more.
    public func write(_ bytes: [UInt8]) async throws -> Bool {
        do {
            _ = try await input.write(bytes)
            return true
        } catch {
            // How it ended is known once it is waited for.
            try Task.checkCancellation()
            return false
        }
    }

    /// Ends its standard input.
    public func finishInput() async throws { try await input.finish() }

    /// All that is left of its standard output.
    public func allOutput() async throws -> [UInt8] { try await lines.all() }

    /// Reads what is left of its standard output, and drops it.
    public func readToEnd() async throws { while try await nextLine() != nil {} }

    /// What `body` returns or throws. The process is killed if that takes too long, and waited for all the same.
    public func watched<Value>(
        by watchdog: Watchdog, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        let (handle, fate) = (handle, fate)
        let timer = Task.detached {
            guard let end = await watchdog.wait(for: handle.process) else { return }
            fate.fulfill(end)
            handle.kill()
        }
        defer { timer.cancel() }
        return try await body()
    }

    /// Whether its watchdog has ended it.
    public var isOverdue: Bool { fate.current != nil }
}
