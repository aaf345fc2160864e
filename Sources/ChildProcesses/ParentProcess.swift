private import CPlatform
private import ConcurrencyPrimitives
private import LinuxPlatform

/// The process that started this one, as seen by the child. They exchange lines.
public struct ParentProcess: Sendable {
    private let answers: Int32

    /// Reserves standard output for messages to the parent; other output goes to standard error from now on.
    ///
    /// When the parent stops reading, this process is killed, with its group if that is its own. Ctrl-C is left to the parent.
    /// Call it once.
    public init() {
        // Never closed: its end tells the parent that the process has ended, after the leak detector.
        answers = oplab_begin_answering()
        guard answers >= 0 else {
            fatalError("Standard output can't be set aside: \(String(cString: strerror(errno))).")
        }
    }

    /// The status of a process that was started with arguments that mean nothing.
    public static let refusal: Int32 = 64

    /// Ends this process, which was started with arguments that mean nothing: with `reason` on standard error and the status
    /// ``refusal``.
    public static func refuse(_ reason: String) -> Never {
        let line = Array("Error: \(reason)\n".utf8)
        _ = oplab_write_all(STDERR_FILENO, line, Int64(line.count))
        exit(refusal)
    }

    /// Sends a line, given without its line feed. Ends this process if the parent no longer reads.
    public func send(_ line: [UInt8]) {
        let bytes = line + [UInt8(ascii: "\n")]
        if !oplab_write_all(answers, bytes, Int64(bytes.count)) { _exit(1) }
    }

    /// The next line of standard input, read on a thread that may block; nil at the end.
    public func nextLine() async -> String? {
        let line = Promise<String?>()
        WorkerThread.start { line.fulfill(readLine()) }
        return await line.value()
    }
}
