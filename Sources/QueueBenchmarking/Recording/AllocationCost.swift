private import ConcurrencyPrimitives
private import LinuxPlatform

/// What an allocation costs in this process.
enum AllocationCost {
    /// How much an allocation of a size takes with its release, on one thread, in nanoseconds: the shortest of several tries. One
    /// that is released on another thread takes more.
    static func measured(bytes: Int) -> Double {
        // All are held at once, so that the optimizer can't remove the calls.
        let count = 500
        let costs = (0..<20).map { _ in
            let start = MonotonicClock.now
            let all = (0..<count).map { _ in malloc(max(1, bytes)) }
            for memory in all { free(memory) }
            return Double(MonotonicClock.now - start) / Double(count)
        }
        return costs.min() ?? 0
    }
}
