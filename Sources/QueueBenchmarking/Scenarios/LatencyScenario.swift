private import BenchmarkStatistics
private import ConcurrencyPrimitives
internal import Operations

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// How long after the time at which an operation was meant to be added its work begins, under an open load.
///
/// The times of adding are fixed beforehand (a Poisson process of a given rate, drawn from the seed), and kept
/// whether or not the queue keeps up. A latency counts from the time meant: if the call before held the
/// generator up, that is in it. Otherwise a queue that stalls would be asked less just then (Tene's
/// "coordinated omission"). How late the generator itself was stands in the results, too.
///
/// The generator is a thread that spins until the next time, for every queue: also for an actor, whose users
/// would call from a task. It occupies one processor.
public struct LatencyScenario: Scenario {
    public static let name = "latency"
    public static let summary = "from the time an operation was meant to be added until it starts, open loop"

    public let limit: Int
    /// Operations a second.
    public let rate: Int
    public let operations: Int

    public init(limit: Int, rate: Int, operations: Int) {
        self.limit = limit
        self.rate = rate
        self.operations = operations
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [LatencyScenario] {
        let limits = profile.latencyAtLimitOne ? Set([1, processors]).sorted() : [processors]
        return limits.flatMap { limit in
            profile.latencyRates.map { rate in
                LatencyScenario(
                    limit: limit, rate: rate, operations: max(1, rate * profile.latencyMilliseconds / 1_000))
            }
        }
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters(["limit": limit, "rate": rate, "operations": operations])
    }

    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String { "thread" }

    public func run<Subject: BenchmarkSubject>(_ subject: Subject, seed: UInt64) async throws -> RunOutcome {
        let queue = subject.makeQueue(limit: limit)
        let offsets = arrivals(seed: seed)
        let log = LatencyLog(count: operations)
        let lateness = await ProducerThread.run {
            LatencyScenario.generate(queue, at: offsets, log)
        }
        await subject.waitUntilFinished(queue)
        // Where the clock starts doesn't matter to the order.
        let order = limit == 1 ? offsets : nil
        // Asked twice: what has not run yet may do so during the probe, and what is run again may only then.
        let early = log.violation(ordered: order)
        let excess = await LimitProbe.violation(of: subject, queue, limit: limit)
        let problems = [excess, early ?? log.violation(ordered: order)].compactMap(\.self)
        if !problems.isEmpty { return .failed(reason: problems.joined(separator: "; ")) }
        var latencies = LatencyHistogram()
        for latency in log.latencies { try latencies.record(latency) }
        var late = LatencyHistogram()
        for nanoseconds in lateness { try late.record(nanoseconds) }
        return .passed(readings(latencies, late), latency: latencies)
    }

    /// When to add each operation, in nanoseconds from the start: gaps of an exponential distribution.
    func arrivals(seed: UInt64) -> [UInt64] {
        var random = Xoshiro256(seed: seed)
        var time = 0.0
        return (0..<operations).map { _ in
            time -= log(1 - random.nextUnit()) * 1e9 / Double(rate)
            return UInt64(time)
        }
    }

    /// Adds an operation at each time, and returns how late each call was.
    private static func generate<Queue: OperationQueueProtocol>(
        _ queue: Queue, at offsets: [UInt64], _ log: LatencyLog
    ) -> [UInt64] {
        var lateness: [UInt64] = []
        lateness.reserveCapacity(offsets.count)
        // The first is due a millisecond from now: none is late before it began.
        let origin = MonotonicClock.now + 1_000_000
        for (index, offset) in offsets.enumerated() {
            let due = origin + offset
            var now = MonotonicClock.now
            while now < due { now = MonotonicClock.now }
            lateness.append(now - due)
            queue.addOperation { log.record(index, due: due) }
        }
        return lateness
    }

    private func readings(_ latencies: LatencyHistogram, _ late: LatencyHistogram) -> [Reading] {
        func quantile(_ histogram: LatencyHistogram, _ probability: Double) -> Double? {
            histogram.quantile(probability).map { Double($0) }
        }
        return [
            Reading(.latencyP50, quantile(latencies, 0.5)), Reading(.latencyP90, quantile(latencies, 0.9)),
            Reading(.latencyP99, quantile(latencies, 0.99)),
            Reading(.latencyP999, quantile(latencies, 0.999)),
            Reading(.latencyMaximum, latencies.maximum.map { Double($0) }),
            Reading(.latencyCount, Double(latencies.count)),
            Reading(.latenessP50, quantile(late, 0.5)), Reading(.latenessP99, quantile(late, 0.99)),
            Reading(.latenessMaximum, late.maximum.map { Double($0) }),
        ]
    }
}
