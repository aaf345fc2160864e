import ConcurrencyPrimitives
import Testing

@testable import QueueBenchmarking

@Suite struct ScenarioTests {
    static let scenarios: [any Scenario] = [
        EmptyScenario(limit: 1, operations: 100), EmptyScenario(limit: 2, operations: 100),
        LatencyScenario(limit: 1, rate: 100_000, operations: 100),
        LatencyScenario(limit: 2, rate: 100_000, operations: 100),
    ]

    @Test(arguments: scenarios.indices, [false, true])
    func aQueueThatWorksIsTimed(scenario: Int, isAsync: Bool) async throws {
        let subject = PlantedSubject(name: "good", isAsync: isAsync)
        let outcome = try await Self.scenarios[scenario].run(subject, seed: 1)
        guard case .passed(let readings, _) = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
        #expect(Set(readings.map(\.metric)).count == readings.count)
        #expect(!readings.contains { $0.metric == .resultCheck })
    }

    @Test(
        arguments: scenarios.indices,
        [PlantedQueue.Defect.drops, .repeats, .repeatsLate, .ignoresLimit, .doesNotWait])
    func aQueueThatIsWrongIsNotTimed(scenario: Int, defect: PlantedQueue.Defect) async throws {
        let outcome = try await Self.scenarios[scenario].run(
            PlantedSubject(name: "bad", defect: defect), seed: 1)
        guard case .failed(let reason) = outcome else {
            Issue.record("passed: \(outcome)")
            return
        }
        switch defect {
        case .drops: #expect(reason.contains("1 of 100 operations had not run"))
        case .repeats, .repeatsLate: #expect(reason.contains("more"))
        case .ignoresLimit: #expect(reason.contains("at limit"))
        case .doesNotWait: #expect(reason.contains("100 of 100 operations had not run"))
        case .none, .hangs, .isLastInFirstOut: Issue.record("not tried here")
        }
    }

    @Test(arguments: [0, 2])
    func atLimitOneTheOrderCounts(scenario: Int) async throws {
        let outcome = try await Self.scenarios[scenario].run(
            PlantedSubject(name: "stack", defect: .isLastInFirstOut), seed: 1)
        guard case .failed(let reason) = outcome else {
            Issue.record("passed: \(outcome)")
            return
        }
        #expect(reason.contains("ran after one that was added later"))
    }

    @Test func whatHasNoLimitIsNotHeldToOne() async throws {
        let subject = PlantedSubject(name: "wide", defect: .ignoresLimit, width: .unlimited)
        let outcome = try await EmptyScenario(limit: 2, operations: 100).run(subject, seed: 1)
        guard case .passed = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
    }

    @Test func twoAtOnceAtLimitOneAreSeenWhileTheClockRuns() {
        let ledger = OperationLedger(count: 2, isExclusive: true)
        ledger.mark.run(0)
        // As if another operation were in its work.
        ledger.mark.exclusion?[0].store(1)
        ledger.mark.run(1)
        #expect(ledger.violation() == "1 operations ran beside another at limit 1")
    }

    @Test func emptyTakesTime() async throws {
        let outcome = try await EmptyScenario(limit: 1, operations: 100).run(
            PlantedSubject(name: "good"), seed: 1)
        guard case .passed(let readings, let latency) = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
        let values = Dictionary(uniqueKeysWithValues: readings.map { ($0.metric, $0.value) })
        // A nanosecond an operation is less than any queue takes, and a second more.
        #expect((1...1e9).contains(try #require(values[.wallTime] ?? nil)))
        #expect((1...1e9).contains(try #require(values[.processCPUTime] ?? nil)))
        #expect(latency == nil)
    }

    @Test func latenciesAreThoseOfTheHistogram() async throws {
        let outcome = try await LatencyScenario(limit: 1, rate: 100_000, operations: 200).run(
            PlantedSubject(name: "good"), seed: 1)
        guard case .passed(let readings, let latency) = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
        let values = Dictionary(uniqueKeysWithValues: readings.map { ($0.metric, $0.value) })
        let histogram = try #require(latency)
        #expect(values[.latencyCount] == 200)
        #expect(histogram.count == 200)
        #expect(values[.latencyP50] == histogram.quantile(0.5).map { Double($0) })
        #expect(values[.latencyMaximum] == histogram.maximum.map { Double($0) })
        let median = try #require(values[.latencyP50] ?? nil)
        let longest = try #require(values[.latencyMaximum] ?? nil)
        #expect(median > 0 && median <= longest * 1.001)
        // 200 latencies have 2 beyond this: too few, so there is no value, and not 0.
        #expect(values[.latencyP99] == .some(nil))
        #expect(values[.latencyP999] == .some(nil))
    }

    @Test func arrivalsAreTheSeedsAndHaveTheRate() {
        let scenario = LatencyScenario(limit: 1, rate: 10_000, operations: 20_000)
        let times = scenario.arrivals(seed: 5)
        #expect(times == scenario.arrivals(seed: 5))
        #expect(times != scenario.arrivals(seed: 6))
        #expect(zip(times, times.dropFirst()).allSatisfy(<=))
        // 20,000 gaps of 100 µs: the sum's deviation is 0.7 % of it.
        #expect((1.95e9...2.05e9).contains(Double(times[times.count - 1])))
        // Of an exponential distribution, 1/e of the gaps are longer than the mean.
        let long = zip(times, times.dropFirst()).count { $1 - $0 > 100_000 }
        #expect((7_000...7_700).contains(long))
    }
}
