internal import CPlatform
private import LinuxPlatform

/// Work that takes processor time, and never sleeps.
enum ProcessorTime {
    /// Uses that much processor time on the calling thread, and lets other threads run meanwhile.
    static func use(nanoseconds: UInt64) {
        let begin = oplab_thread_cpu_nanoseconds()
        repeat { sched_yield() } while oplab_thread_cpu_nanoseconds() - begin < nanoseconds
    }
}
