private import BenchmarkStatistics
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import Operations
internal import RandomNumbers

/// Arrivals at fixed times (a Poisson process of a given rate, drawn from a seed), whether or not the queue keeps
/// up.
///
/// A latency counts from the scheduled time, so it includes the time for which earlier calls delayed the generator.
/// Otherwise a stalling queue would receive less load just then (Tene's "coordinated omission"). The results also
/// contain how late the generator was.
///
/// The rate is a percentage of the queue's capacity, which is measured in the same process with the same generator, so that
/// queues are compared at equal utilization; or it is fixed, so that they are compared at equal load.
///
/// The generator is a thread that spins until the next time, for every queue, even for an actor, whose users would
/// call from a task. It occupies one processor.
struct OpenLoop {
    /// How many operations arrive.
    enum Offer: Sendable {
        /// At this percentage of the queue's capacity, for so long.
        case load(percent: Int, milliseconds: Int)
        /// So many a second, the same for every queue.
        case rate(perSecond: Int, operations: Int)
    }

    let limit: Int
    let offer: Offer
    /// Whether each arrival adds an operation and its dependent. The latency is then that of the dependent's start
    /// after the operation's end.
    var isHandover = false

    /// How late the last operation may begin, as a fraction of the whole time, before the run counts as overloaded.
    private static let allowedBacklog = 0.05

    /// - Parameters:
    ///   - name: The name of the scenario. The capacity is measured with the same arrivals.
    ///   - add: Called at each arrival with its number and its due time, in nanoseconds of the clock. What it adds
    ///     records in the log when it began.
    func run<Subject: BenchmarkSubject>(
        _ name: String, _ subject: Subject, _ recorder: RunRecorder,
        add: @escaping @Sendable (Subject.Queue, _ index: Int, _ due: UInt64, LatencyLog) -> Void
    ) async throws -> RunOutcome {
        let rate: Double
        let count: Int
        var readings: [Reading] = []
        switch offer {
        case .load(let percent, let milliseconds):
            switch await capacity(name, subject, recorder, milliseconds, add: add) {
            case .failed(let outcome): return outcome
            case .found(let capacity):
                readings.append(Reading(.capacity, capacity))
                rate = capacity * Double(percent) / 100
                count = max(1, Int(rate * Double(milliseconds) / 1_000))
            }
        case .rate(let perSecond, let operations):
            (rate, count) = (Double(perSecond), operations)
        }
        let offsets = OpenLoop.arrivals(seed: recorder.seed, rate: rate, count: count)
        let made = await generate(offsets, subject, add: add)
        guard case .passed = made.outcome else { return made.outcome }
        var latencies = LatencyHistogram()
        for latency in made.log.handovers ?? made.log.latencies { try latencies.record(latency) }
        var late = LatencyHistogram()
        for nanoseconds in made.lateness { try late.record(nanoseconds) }
        let isOverloaded = Self.isOverloaded(
            after: made.duration, planned: Double(offsets[offsets.count - 1]))
        return .passed(
            latencies.readings(.latency) + late.readings(.lateness) + readings + [
                Reading(.offeredRate, rate), Reading(.achievedRate, made.achievedRate),
            ], latency: latencies, flags: isOverloaded ? [.overloaded] : [])
    }

    private enum Capacity {
        case found(Double)
        case failed(RunOutcome)
    }

    /// The arrivals that the queue can take in a second, if all are due at once; determined once a process.
    private func capacity<Subject: BenchmarkSubject>(
        _ name: String, _ subject: Subject, _ recorder: RunRecorder, _ milliseconds: Int,
        add: @escaping @Sendable (Subject.Queue, Int, UInt64, LatencyLog) -> Void
    ) async -> Capacity {
        var failure: RunOutcome?
        let capacity = await recorder.calibrations.value("\(name) \(subject.id) \(limit)") {
            var lowest = Double.infinity
            var count = 1_000
            // The first try only determines how many arrivals to measure with.
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
        if let capacity { return .found(capacity) }
        return .failed(failure ?? .failed(reason: "no capacity was found"))
    }

    /// Whether the last operation began so late that the queue did not keep up.
    ///
    /// - Parameters:
    ///   - duration: From the first arrival to the last start, in nanoseconds.
    ///   - planned: From the first arrival to the last.
    static func isOverloaded(after duration: Double, planned: Double) -> Bool {
        duration > planned * (1 + allowedBacklog) + 1e6
    }

    /// The due times in nanoseconds from the start, with exponentially distributed gaps.
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
        // The origin of the clock doesn't matter for the order.
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
        // The first arrival is due in a millisecond, so that none is late from the start.
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
        if subject.driver.isScope { return "only the code in its scope may add to it" }
        return nil
    }

    /// The cases for the loads of a profile, at each limit.
    static func cases<One>(
        _ profile: BenchmarkProfile, limits: [Int],
        _ make: (_ limit: Int, _ load: Int, _ milliseconds: Int) -> One
    ) -> [One] {
        limits.flatMap { limit in profile.loads.map { make(limit, $0, profile.runMilliseconds) } }
    }
}
