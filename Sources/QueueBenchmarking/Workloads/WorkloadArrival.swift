private import LinuxPlatform

/// When the operations of a workload are added.
public enum WorkloadArrival: Hashable, Sendable {
    /// As fast as the producers can, while there is room.
    case closed
    /// At a rate, whether or not the queue keeps up: at equal distances, or as a Poisson process.
    case rate(perSecond: Double, isEven: Bool)
    /// So many at once, again after every interval in microseconds.
    case bursts(size: Int, interval: Double)
    /// Recorded times in microseconds from the start, in ascending order.
    case times([Double])

    /// Whether operations arrive at given times.
    var isOpen: Bool { self != .closed }

    /// The times at which a producer adds its operations, one after the other, in nanoseconds from the start.
    struct Times {
        let workload: Workload
        let producer: Int
        private let first: Int
        private var last = 0.0

        init(_ workload: Workload, producer: Int) {
            self.workload = workload
            self.producer = producer
            first = workload.numbers(of: producer).lowerBound
        }

        /// The time of the producer's operation `index`. Call it with each, in ascending order.
        ///
        /// - Precondition: The arrival is open.
        mutating func time(of index: Int) -> UInt64 {
            // The place among all operations, in which the producers take turns.
            let turn = index * workload.producers + producer
            switch workload.arrival {
            case .closed: preconditionFailure("nothing is due in a closed workload")
            case .rate(let rate, isEven: true): return UInt64(Double(turn) * 1e9 / rate)
            case .rate(let rate, isEven: false):
                var random = WorkloadRandom(workload.seed, .arrival, first + index)
                last -= log(1 - random.nextUnit()) * 1e9 * Double(workload.producers) / rate
                return UInt64(last)
            case .bursts(let size, let interval): return UInt64(Double(turn / size) * interval * 1_000)
            case .times(let times): return UInt64(times[index] * 1_000)
            }
        }
    }

    /// About how long the operations take to arrive, in seconds.
    func seconds(_ operations: Int) -> Double {
        switch self {
        case .closed: 0
        case .rate(let rate, _): Double(operations) / rate
        case .bursts(let size, let interval): Double((operations - 1) / size) * interval / 1e6
        case .times(let times): (times.last ?? 0) / 1e6
        }
    }
}
