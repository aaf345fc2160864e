private import CPlatform
private import ConcurrencyPrimitives
private import LinuxPlatform

/// The process that started this one, as this one talks with it: a line at a time.
public struct ParentProcess: Sendable {
    private let answers: Int32

    /// Sets standard output aside for what is sent: what else is written there goes to standard error from now on.
    ///
    /// When nobody reads any more, this process is killed, and its group with it if that is its own. Ctrl-C is left to
    /// the parent. Call it once.
    public init() {
        // Never closed: its end says that the process has ended, its leaks looked for and all.
        answers = oplab_begin_answering()
        guard answers >= 0 else {
            fatalError("Standard output can't be set aside: \(String(cString: strerror(errno))).")
        }
    }

    /// Ends this process, which was started with arguments that mean nothing: with `reason` on standard error and status 64.
    public static func refuse(_ reason: String) -> Never {
        let line = Array("Error: \(reason)\n".utf8)
        _ = oplab_write_all(STDERR_FILENO, line, Int64(line.count))
        exit(64)
    }

    /// Sends a line, which has no line feed. Ends this process if nobody reads any more.
    public func send(_ line: [UInt8]) {
        let bytes = line + [UInt8(ascii: "\n")]
        if !oplab_write_all(answers, bytes, Int64(bytes.count)) { _exit(1) }
    }

    /// The next line of standard input, read where a thread may block; nil at its end.
    public func nextLine() async -> String? {
        let line = Promise<String?>()
        WorkerThread.start { line.fulfill(readLine()) }
        return await line.value()
    }
}
