private import CPlatform
private import CThreadCount
private import ConcurrencyPrimitives
private import LinuxPlatform

/// What this process has used up to a moment, or between two of them.
struct ResourceUsage: Sendable {
    var wallNanoseconds: UInt64
    var cpuNanoseconds: UInt64
    var voluntarySwitches: Int
    var involuntarySwitches: Int
    /// Nil if threads aren't counted in this build.
    var threadsCreated: Int?

    /// Up to now, before something that is to be measured: the clock is read last.
    static var before: ResourceUsage {
        var usage = others
        usage.cpuNanoseconds = oplab_process_cpu_nanoseconds()
        usage.wallNanoseconds = MonotonicClock.now
        return usage
    }

    /// Up to now, after it: the clock is read first.
    static var after: ResourceUsage {
        let wall = MonotonicClock.now
        let cpu = oplab_process_cpu_nanoseconds()
        var usage = others
        (usage.wallNanoseconds, usage.cpuNanoseconds) = (wall, cpu)
        return usage
    }

    /// What came between `earlier` and this.
    func since(_ earlier: ResourceUsage) -> ResourceUsage {
        ResourceUsage(
            wallNanoseconds: wallNanoseconds - earlier.wallNanoseconds,
            cpuNanoseconds: cpuNanoseconds - earlier.cpuNanoseconds,
            voluntarySwitches: voluntarySwitches - earlier.voluntarySwitches,
            involuntarySwitches: involuntarySwitches - earlier.involuntarySwitches,
            threadsCreated: threadsCreated.flatMap { now in earlier.threadsCreated.map { now - $0 } })
    }

    /// Of all threads of the process, those that have ended included.
    private static var others: ResourceUsage {
        var usage = rusage()
        let result = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        guard result == 0 else { fatalError("getrusage failed: \(String(cString: strerror(errno)))") }
        let threads = oplab_threads_created()
        return ResourceUsage(
            wallNanoseconds: 0, cpuNanoseconds: 0, voluntarySwitches: Int(usage.ru_nvcsw),
            involuntarySwitches: Int(usage.ru_nivcsw), threadsCreated: threads < 0 ? nil : Int(threads))
    }

    /// What stands in the rows of a run of `operations`.
    func readings(operations: Int) -> [Reading] {
        let operations = Double(operations)
        return [
            Reading(.wallTime, Double(wallNanoseconds) / operations),
            Reading(.processCPUTime, Double(cpuNanoseconds) / operations),
            Reading(.voluntarySwitches, Double(voluntarySwitches) / operations),
            Reading(.involuntarySwitches, Double(involuntarySwitches) / operations),
            Reading(.threadsCreated, threadsCreated.map { Double($0) / operations }),
        ]
    }
}
