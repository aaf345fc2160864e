private import ConcurrencyPrimitives
internal import DownloadCore
internal import QueueBenchmarking

/// How long each file took, from when its operation began to work until it had its name.
final class FileTimes: Sendable {
    private let all = Mutex(LatencyHistogram())

    /// A meter that measures one file.
    func meter() -> ProgressMeter {
        let box = Begin()
        return ProgressMeter { progress in
            switch progress.phase {
            case .connecting: box.begin.store(MonotonicClock.now)
            case .finished:
                let time = MonotonicClock.now - box.begin.load()
                // Longer than an hour no run takes.
                self.all.withLock { try? $0.record(time) }
            default: break
            }
        }
    }

    private final class Begin: Sendable {
        let begin = Atomic<UInt64>(0)
    }

    var histogram: LatencyHistogram { all.withLock { $0 } }
    var readings: [Reading] { histogram.latencyReadings }
}
