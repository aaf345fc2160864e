private import ConcurrencyPrimitives

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A process as its watchdog sees it.
///
/// Thread-safe: the identifier is stored once, by whoever starts the process, and loaded by its watchdog; nothing else is
/// published with it.
final class ChildProcess: Sendable {
    /// Zero until it is there.
    private let identifier = Atomic(0)

    func started(_ identifier: pid_t) { self.identifier.store(Int(identifier)) }

    /// What its threads have used, those that have ended among them; nil if it isn't there.
    var processorTime: Duration? {
        let identifier = pid_t(identifier.load())
        guard identifier != 0 else { return nil }
        #if canImport(Glibc)
        var clock: clockid_t = 0
        var time = timespec()
        guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        #else
        var usage = rusage_info_v0()
        let status = withUnsafeMutablePointer(to: &usage) { pointer in
            pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
                proc_pid_rusage(identifier, RUSAGE_INFO_V0, $0)
            }
        }
        return status == 0 ? .nanoseconds(usage.ri_user_time + usage.ri_system_time) : nil
        #endif
    }
}
