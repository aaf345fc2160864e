private import BenchmarkStatistics
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import Operations
internal import RandomNumbers

/// Arrivals at times that are fixed beforehand (a Poisson process of a given rate, drawn from a seed), and kept
/// whether or not the queue keeps up.
///
/// A latency counts from the time meant: if the call before held the generator up, that is in it. Otherwise a queue
/// that stalls would be asked less just then (Tene's "coordinated omission"). How late the generator itself was
/// stands in the results, too. The rate is a part of the capacity that the queue was found to have, in the same
/// process and with the same generator, so that queues are compared where each is equally busy.
///
/// The generator is a thread that spins until the next time, for every queue: also for an actor, whose users would
/// call from a task. It occupies one processor.
struct OpenLoop {
    let limit: Int
    /// Percent of the capacity.
    let load: Int
    let milliseconds: Int
    /// Whether each arrival adds an operation and one that waits for it, whose beginning after it is the latency.
    var isHandover = false

    /// How far behind the schedule the last operation may begin, as a part of the whole time, before the run counts
    /// as overloaded.
    private static let allowedBacklog = 0.05

    /// - Parameters:
    ///   - name: Of the scenario: what its arrivals add is what the capacity is measured with.
    ///   - add: Called at each arrival with its number and when it was due, in nanoseconds of the clock. What it
    ///     adds notes in the log when it began.
    func run<Subject: BenchmarkSubject>(
        _ name: String, _ subject: Subject, _ recorder: RunRecorder,
        add: @escaping @Sendable (Subject.Queue, _ index: Int, _ due: UInt64, LatencyLog) -> Void
    ) async throws -> RunOutcome {
        var failure: RunOutcome?
        let capacity = await recorder.calibrations.value("\(name) \(subject.id) \(limit)") {
            var lowest = Double.infinity
            var count = 1_000
            // The first try only tells how many arrivals take some time.
            for attempt in 0..<3 {
                let offsets = [UInt64](repeating: 0, count: count)
                let burst = await generate(offsets, subject, add: add)
                if case .failed = burst.outcome { failure = burst.outcome }
                if failure != nil { return nil }
                if attempt > 0 { lowest = min(lowest, burst.achievedRate) }
                count = min(max(1_000, Int(burst.achievedRate * Double(milliseconds) / 4_000)), 100_000)
            }
            return lowest
        }
        guard let capacity, failure == nil else {
            return failure ?? .failed(reason: "no capacity was found")
        }
        let rate = capacity * Double(load) / 100
        let offsets = OpenLoop.arrivals(
            seed: recorder.seed, rate: rate, count: max(1, Int(rate * Double(milliseconds) / 1_000)))
        let made = await generate(offsets, subject, add: add)
        guard case .passed = made.outcome else { return made.outcome }
        var latencies = LatencyHistogram()
        for latency in made.log.handovers ?? made.log.latencies { try latencies.record(latency) }
        var late = LatencyHistogram()
        for nanoseconds in made.lateness { try late.record(nanoseconds) }
        let planned = Double(offsets[offsets.count - 1])
        let isOverloaded = made.duration > planned * (1 + OpenLoop.allowedBacklog) + 1e6
        return .passed(
            latencies.readings(.latency) + late.readings(.lateness) + [
                Reading(.capacity, capacity), Reading(.offeredRate, rate),
                Reading(.achievedRate, made.achievedRate),
            ], latency: latencies, flags: isOverloaded ? [.overloaded] : [])
    }

    /// When each is due, in nanoseconds from the start: gaps of an exponential distribution.
    static func arrivals(seed: UInt64, rate: Double, count: Int) -> [UInt64] {
        var random = Xoshiro256(seed: seed)
        var time = 0.0
        return (0..<count).map { _ in
            time -= log(1 - random.nextUnit()) * 1e9 / rate
            return UInt64(time)
        }
    }

    private struct Made {
        let outcome: RunOutcome
        let log: LatencyLog
        let lateness: [UInt64]
        /// From the first arrival to the last start, in nanoseconds.
        let duration: Double
        var achievedRate: Double { Double(lateness.count) * 1e9 / max(duration, 1) }
    }

    private func generate<Subject: BenchmarkSubject>(
        _ offsets: [UInt64], _ subject: Subject,
        add: @escaping @Sendable (Subject.Queue, Int, UInt64, LatencyLog) -> Void
    ) async -> Made {
        let queue = subject.makeQueue(limit: limit)
        // Where the clock starts doesn't matter to the order.
        let log = LatencyLog(count: offsets.count, order: limit == 1 ? offsets : nil, isHandover: isHandover)
        var lateness: [UInt64] = []
        let outcome = await log.check(subject, limit: limit) {
            lateness = await SystemThread.value { OpenLoop.generate(at: offsets) { add(queue, $0, $1, log) } }
            await subject.use(queue) {}
            return queue
        } outcome: {
            .passed([])
        }
        guard case .passed = outcome else {
            return Made(outcome: outcome, log: log, lateness: lateness, duration: 0)
        }
        let last = zip(offsets, log.latencies).map { Double($0) + Double($1) }.max() ?? 0
        return Made(outcome: outcome, log: log, lateness: lateness, duration: last)
    }

    /// Calls `add` at each time, and returns how late each call was.
    private static func generate(
        at offsets: [UInt64], add: (_ index: Int, _ due: UInt64) -> Void
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
            add(index, due)
        }
        return lateness
    }

    /// Why a queue can't be measured like this; nil if it can.
    static func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        if subject.driver.isScope { return "only the code in its scope may add to it, and no generator" }
        return nil
    }

    /// The loads of a profile, at each limit.
    static func cases<One>(
        _ profile: BenchmarkProfile, limits: [Int],
        _ make: (_ limit: Int, _ load: Int, _ milliseconds: Int) -> One
    ) -> [One] {
        limits.flatMap { limit in profile.loads.map { make(limit, $0, profile.runMilliseconds) } }
    }
}
