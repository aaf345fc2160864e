/// How often threads were taken off a processor: because they waited, or because another was to run.
public struct ContextSwitches: Hashable, Sendable {
    /// Because the thread waited.
    public let voluntary: Int
    /// Because another thread was to run.
    public let involuntary: Int

    /// Both together.
    public var total: Int { voluntary + involuntary }

    /// Those of all threads of this process so far, ended ones included. A thread that runs counts when it is taken off.
    public static var ofProcess: Self { Self(__rusage_who_t(RUSAGE_SELF.rawValue)) }

    /// Those of the calling thread so far.
    public static var ofCallingThread: Self { Self(thread) }

    /// `RUSAGE_THREAD`, a macro that Swift can't import.
    private static let thread: __rusage_who_t = 1

    private init(_ who: __rusage_who_t) {
        var usage = rusage()
        let result = getrusage(who, &usage)
        guard result == 0 else { fatalError("getrusage failed: \(String(cString: strerror(errno)))") }
        (voluntary, involuntary) = (Int(usage.ru_nvcsw), Int(usage.ru_nivcsw))
    }
}
