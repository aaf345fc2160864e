internal import ConcurrencyPrimitives
private import LinuxPlatform
internal import Subprocess

/// A running child, as seen by its parent; valid until the closure returns.
///
/// Used by one task, except for its ``handle``.
public struct RunningChild {
    /// Ends the child from any thread.
    public let handle: Handle
    let lines: ChildLines
    let input: StandardInputWriter
    /// How its watchdog has ended it, if it has. Read after the process has ended.
    let fate: Promise<ChildEnd>

    /// Ends a running child, from any thread.
    public struct Handle: Sendable {
        /// The process identifier.
        public let process: Int
        let hasOwnGroup: Bool
        let send: @Sendable (Signal, _ toGroup: Bool) -> Void

        /// Interrupts it, as Ctrl-C does.
        public func interrupt() { send(.interrupt, false) }

        /// Ends it at once, with its group if it has one of its own.
        public func kill() { send(.kill, hasOwnGroup) }
    }

    /// The next line of its standard output, without the line feed; nil at the end, also where a watchdog has ended it.
    public func nextLine() async throws -> [UInt8]? { try await lines.next() }

    /// Writes to its standard input; false if it no longer reads.
    public func write(_ bytes: [UInt8]) async throws -> Bool {
        do {
            _ = try await input.write(bytes)
            return true
        } catch {
            // How it ended is known later, when it is reaped.
            try Task.checkCancellation()
            return false
        }
    }

    /// Ends its standard input.
    public func finishInput() async throws { try await input.finish() }

    /// The rest of its standard output.
    public func allOutput() async throws -> [UInt8] { try await lines.all() }

    /// Reads the rest of its standard output, and drops it.
    public func readToEnd() async throws { while try await nextLine() != nil {} }

    /// Runs `body`, and kills the child if that takes too long. Returns or throws what `body` does, also then.
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
