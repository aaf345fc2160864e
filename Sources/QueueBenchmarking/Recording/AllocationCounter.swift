private import LinuxPlatform

/// Counts the allocations of all threads of this process, by asking jemalloc.
///
/// The count is exact only without jemalloc's caches for each thread, which report allocations late. Therefore the
/// process must be started with ``environment``.
public struct AllocationCounter: Sendable {
    /// The environment of a process that counts.
    public static let environment = (name: "MALLOC_CONF", value: "tcache:false")

    /// The counts at one time.
    struct Count: Sendable {
        var allocations: UInt64
        var bytes: UInt64
        /// The bytes in use at that time.
        var live: UInt64
    }

    private typealias Control =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?,
            UnsafeMutableRawPointer?, Int
        ) -> CInt

    private let control: Control
    /// For each size of allocation, the name of its counter.
    private let classes: [(name: String, size: UInt64)]

    /// Nil if this process doesn't use jemalloc, or jemalloc uses caches.
    init?() {
        guard let symbol = dlsym(nil, "mallctl") else { return nil }
        let control = unsafeBitCast(symbol, to: Control.self)
        var isCaching = false
        guard Self.read(control, "opt.tcache", &isCaching), !isCaching,
            let classes = Self.sizeClasses(control)
        else { return nil }
        self.control = control
        self.classes = classes
    }

    /// Nil if jemalloc was built without statistics.
    var now: Count? {
        // Setting the epoch updates the statistics.
        var epoch: UInt64 = 1
        guard control("epoch", nil, nil, &epoch, MemoryLayout<UInt64>.size) == 0 else { return nil }
        var count = Count(allocations: 0, bytes: 0, live: 0)
        for each in classes {
            var number: UInt64 = 0
            guard Self.read(control, each.name, &number) else { return nil }
            count.allocations += number
            count.bytes += number * each.size
        }
        var live = 0
        guard Self.read(control, "stats.allocated", &live) else { return nil }
        count.live = UInt64(live)
        return count
    }

    /// The number 4096 stands for all arenas together (`MALLCTL_ARENAS_ALL`).
    private static func sizeClasses(_ control: Control) -> [(name: String, size: UInt64)]? {
        var small: UInt32 = 0
        var large: UInt32 = 0
        guard read(control, "arenas.nbins", &small), read(control, "arenas.nlextents", &large) else {
            return nil
        }
        var classes: [(name: String, size: UInt64)] = []
        for (kind, statistic, count) in [("bin", "bins", small), ("lextent", "lextents", large)] {
            for index in 0..<count {
                var size = 0
                guard read(control, "arenas.\(kind).\(index).size", &size) else { return nil }
                classes.append(("stats.arenas.4096.\(statistic).\(index).nmalloc", UInt64(size)))
            }
        }
        return classes
    }

    private static func read<Value: BitwiseCopyable>(
        _ control: Control, _ name: String, _ value: inout Value
    ) -> Bool {
        var size = MemoryLayout<Value>.size
        return control(name, &value, &size, nil, 0) == 0
    }
}
