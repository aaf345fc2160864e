private import CPlatform
private import ConcurrencyPrimitives

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// What this process has used up to a moment, or between two of them.
struct ResourceUsage: Sendable {
    var wallNanoseconds: UInt64
    var cpuNanoseconds: UInt64
    var voluntarySwitches: Int
    var involuntarySwitches: Int

    /// Runs `body`, and returns what all threads of the process used meanwhile.
    ///
    /// The clock is read last before and first after, so that reading the rest isn't in its time.
    static func measuring(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void) async
        -> ResourceUsage
    {
        let before = switches()
        let cpu = oplab_process_cpu_nanoseconds()
        let start = MonotonicClock.now
        await body()
        return since(start, cpu, before)
    }

    /// The same for what doesn't suspend.
    static func measuring(_ body: () -> Void) -> ResourceUsage {
        let before = switches()
        let cpu = oplab_process_cpu_nanoseconds()
        let start = MonotonicClock.now
        body()
        return since(start, cpu, before)
    }

    private static func since(
        _ start: UInt64, _ cpu: UInt64, _ before: (voluntary: Int, involuntary: Int)
    ) -> ResourceUsage {
        let end = MonotonicClock.now
        let cpuEnd = oplab_process_cpu_nanoseconds()
        let after = switches()
        return ResourceUsage(
            wallNanoseconds: end - start, cpuNanoseconds: cpuEnd - cpu,
            voluntarySwitches: after.voluntary - before.voluntary,
            involuntarySwitches: after.involuntary - before.involuntary)
    }

    /// Of all threads of the process, those that have ended included.
    private static func switches() -> (voluntary: Int, involuntary: Int) {
        var usage = rusage()
        #if canImport(Glibc)
        let result = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        let result = getrusage(RUSAGE_SELF, &usage)
        #endif
        guard result == 0 else { fatalError("getrusage failed: \(String(cString: strerror(errno)))") }
        return (Int(usage.ru_nvcsw), Int(usage.ru_nivcsw))
    }

    /// What stands in the rows of a run of `operations`.
    func readings(operations: Int) -> [Reading] {
        [
            Reading(.wallTime, Double(wallNanoseconds) / Double(operations)),
            Reading(.processCPUTime, Double(cpuNanoseconds) / Double(operations)),
            Reading(.voluntarySwitches, Double(voluntarySwitches)),
            Reading(.involuntarySwitches, Double(involuntarySwitches)),
        ]
    }
}
