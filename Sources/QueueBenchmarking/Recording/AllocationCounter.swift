private import LinuxPlatform

/// Counts what all threads of this process have allocated, by asking jemalloc.
///
/// It is exact only where jemalloc keeps no cache for each thread, since it learns of what a cache gives out
/// only now and then: the process has to be started with ``environment``.
public struct AllocationCounter: Sendable {
    /// What a process that counts is started with.
    public static let environment = (name: "MALLOC_CONF", value: "tcache:false")

    /// Up to a moment.
    struct Count: Sendable {
        var allocations: UInt64
        var bytes: UInt64
        /// In use just then.
        var live: UInt64
    }

    private typealias Control =
        @convention(c) (
            UnsafePointer<CChar>?, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?,
            UnsafeMutableRawPointer?, Int
        ) -> CInt

    private let control: Control
    /// The names under which the number of allocations of each size stands, and the sizes.
    private let classes: [(name: String, size: UInt64)]

    /// Nil if this process doesn't allocate through jemalloc, or it keeps caches.
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
        // Statistics are those of the latest epoch.
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

    /// Of all arenas together, which have the number 4096 (`MALLCTL_ARENAS_ALL`).
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
