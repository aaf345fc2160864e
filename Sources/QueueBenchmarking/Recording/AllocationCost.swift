private import ConcurrencyPrimitives
private import LinuxPlatform

/// What an allocation costs in this process.
///
/// In this module since it is optimised in every release build: unoptimised, the loop takes ten times as long as the allocations.
package enum AllocationCost {
    /// How much an allocation of a size takes with its release, on one thread, in nanoseconds: the shortest of many tries, which take
    /// some milliseconds together. One that is released on another thread takes more.
    package static func measured(bytes: Int) -> Double {
        // All are held at once, so that the optimizer can't remove the calls.
        let count = 500
        let costs = (0..<1_000).map { _ in
            let start = MonotonicClock.now
            let all = (0..<count).map { _ in malloc(max(1, bytes)) }
            for memory in all { free(memory) }
            return Double(MonotonicClock.now - start) / Double(count)
        }
        return costs.min() ?? 0
    }
}
