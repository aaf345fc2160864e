private import CPlatform
private import CThreadCount
private import ConcurrencyPrimitives
private import LinuxPlatform

/// The resources that this process has used so far, or between two times.
struct ResourceUsage: Sendable {
    var wallNanoseconds: UInt64
    var cpuNanoseconds: UInt64
    var voluntarySwitches: Int
    var involuntarySwitches: Int
    /// Nil if this build doesn't count threads.
    var threadsCreated: Int?

    /// The usage before something to measure: the clock is read last.
    static var before: ResourceUsage {
        var usage = others
        usage.cpuNanoseconds = oplab_process_cpu_nanoseconds()
        usage.wallNanoseconds = MonotonicClock.now
        return usage
    }

    /// The usage after it: the clock is read first.
    static var after: ResourceUsage {
        let wall = MonotonicClock.now
        let cpu = oplab_process_cpu_nanoseconds()
        var usage = others
        (usage.wallNanoseconds, usage.cpuNanoseconds) = (wall, cpu)
        return usage
    }

    /// The usage since `earlier`.
    func since(_ earlier: ResourceUsage) -> ResourceUsage {
        ResourceUsage(
            wallNanoseconds: wallNanoseconds - earlier.wallNanoseconds,
            cpuNanoseconds: cpuNanoseconds - earlier.cpuNanoseconds,
            voluntarySwitches: voluntarySwitches - earlier.voluntarySwitches,
            involuntarySwitches: involuntarySwitches - earlier.involuntarySwitches,
            threadsCreated: threadsCreated.flatMap { now in earlier.threadsCreated.map { now - $0 } })
    }

    /// The usage of all threads of the process, including ended ones.
    private static var others: ResourceUsage {
        let switches = ContextSwitches.ofProcess
        let threads = oplab_threads_created()
        return ResourceUsage(
            wallNanoseconds: 0, cpuNanoseconds: 0, voluntarySwitches: switches.voluntary,
            involuntarySwitches: switches.involuntary, threadsCreated: threads < 0 ? nil : Int(threads))
    }

    /// The readings of a run of `operations`.
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
