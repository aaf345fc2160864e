import ConcurrencyPrimitives
import Operations
import Testing

@testable import QueueBenchmarking

@Suite struct ScenarioTests {
    /// Those that the small queue of the tests can do: it has a limit, and nothing else.
    static let scenarios: [any Scenario] = [
        EmptyScenario(limit: 1, operations: 100), EmptyScenario(limit: 2, operations: 100),
        EmptyScenario(limit: 2, operations: 100, producers: 4), PoolScenario(limit: 1, operations: 100),
        PoolScenario(limit: 2, operations: 100), NestedScenario(limit: 2, operations: 100),
        WaitersScenario(limit: 2, operations: 100, waiters: 4),
        ComputeScenario(limit: 2, microseconds: 1, operations: 100),
        BlockingScenario(limit: 2, milliseconds: 1, operations: 100),
        LatencyScenario(limit: 1, load: 50, milliseconds: 5),
        LatencyScenario(limit: 2, load: 50, milliseconds: 5),
        OfferedRateScenario(limit: 2, rate: 20_000, operations: 100),
        GranularityScenario(limit: 2, pattern: .spread, width: 8, steps: 15, nanoseconds: 100),
        GranularityScenario(limit: 2, pattern: .trivial, width: 8, steps: 15, nanoseconds: 0),
    ]

    private static func run(
        _ scenario: any Scenario, _ subject: PlantedSubject, _ purpose: RunPurpose = .time
    ) async throws -> RunOutcome {
        try await scenario.run(subject, RunRecorder(seed: 1, purpose: purpose))
    }

    @Test(arguments: scenarios.indices, [false, true])
    func correctQueueIsTimed(scenario: Int, isAsync: Bool) async throws {
        let subject = PlantedSubject(name: "good", isAsync: isAsync)
        let outcome = try await Self.run(Self.scenarios[scenario], subject)
        guard case .passed(let readings, _, _) = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
        #expect(Set(readings.map(\.metric)).count == readings.count)
        #expect(!readings.contains { $0.metric == .resultCheck })
    }

    /// A queue that is slow with graphs is measured with as many operations as there are, if none waits for another.
    @Test(arguments: LargeScenario.Shape.allCases)
    func largeScenarioLimitsOnlyGraphs(shape: LargeScenario.Shape) {
        func skipReason(largestGraph: Int) -> String? {
            let subject = PlantedSubject(
                name: "able", largestGraph: largestGraph, capabilities: QueueCapabilities())
            return LargeScenario(shape: shape, operations: 1_000).firstSkipReason(to: subject, processors: 2)
        }
        #expect(skipReason(largestGraph: 1_000) == nil)
        #expect((skipReason(largestGraph: 999) == nil) == (shape == .independent))
    }

    /// Where operations await each other instead, only the loop for graphs is written so.
    @Test func subjectThatAwaitsGraphsIsMeasuredAtGraphsAlone() {
        let capable = QueueCapabilities(allBut: [.dependencies: "it awaits"])
        func skipReason(_ scenario: some Scenario, awaitsGraphs: Bool) -> String? {
            scenario.firstSkipReason(
                to: PlantedSubject(name: "awaits", capabilities: capable, awaitsGraphs: awaitsGraphs),
                processors: 2)
        }
        let lacking = "it has no dependencies: it awaits"
        #expect(skipReason(FanScenario(limit: 2, width: 3), awaitsGraphs: true) == nil)
        #expect(skipReason(FanScenario(limit: 2, width: 3), awaitsGraphs: false) == lacking)
        let other = HandoverScenario(limit: 2, load: 50, milliseconds: 5)
        #expect(skipReason(other, awaitsGraphs: true) == lacking)
    }

    @Test(
        arguments: scenarios.indices,
        [PlantedQueue.Defect.drops, .repeats, .repeatsLate, .ignoresLimit, .doesNotWait])
    func wrongQueueIsNotTimed(scenario: Int, defect: PlantedQueue.Defect) async throws {
        let scenario = Self.scenarios[scenario]
        let outcome = try await Self.run(scenario, PlantedSubject(name: "bad", defect: defect))
        guard case .failed(let reason) = outcome else {
            Issue.record("passed: \(outcome)")
            return
        }
        switch defect {
        // In chains, the operations that the third would have added are missing as well.
        case .drops: #expect(reason.contains("had not run"))
        case .repeats, .repeatsLate: #expect(reason.contains("more"))
        case .ignoresLimit: #expect(reason.contains("at limit"))
        case .doesNotWait: #expect(reason.contains("had not run"))
        case .none, .hangs, .isLastInFirstOut: Issue.record("not tried here")
        }
    }

    @Test(arguments: [
        EmptyScenario(limit: 1, operations: 100) as any Scenario,
        LatencyScenario(limit: 1, load: 50, milliseconds: 5),
    ])
    func atLimitOneTheOrderCounts(scenario: any Scenario) async throws {
        let subject = PlantedSubject(name: "stack", defect: .isLastInFirstOut)
        guard case .failed(let reason) = try await Self.run(scenario, subject) else {
            Issue.record("passed")
            return
        }
        #expect(reason.contains("added later"))
    }

    @Test func queueWithoutLimitIsNotHeldToOne() async throws {
        let subject = PlantedSubject(name: "wide", defect: .ignoresLimit, width: .unlimited)
        let outcome = try await Self.run(EmptyScenario(limit: 2, operations: 100), subject)
        guard case .passed = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
    }

    /// A parameter for each field: a case that is written down is the same when it is read.
    @Test func everyCaseRoundTripsAsText() throws {
        func cases<One: Scenario>(_ type: One.Type) -> [any Scenario] {
            type.cases(.standard, processors: 2)
        }
        let all = Scenarios.all.flatMap { cases($0) }
        #expect(Set(all.map(BenchmarkCase.init)).count == all.count)
        for scenario in all {
            let benchmarkCase = BenchmarkCase(scenario)
            let copy = try #require(Scenarios.scenario(benchmarkCase))
            #expect(BenchmarkCase(copy) == benchmarkCase && copy.limit == scenario.limit)
            let more = ScenarioParameters(
                benchmarkCase.parameters.values.merging(["other": 1]) { one, _ in one })
            #expect(Scenarios.scenario(BenchmarkCase(scenario: scenario.name, parameters: more)) == nil)
        }
        let none = BenchmarkCase(scenario: "nothing", parameters: ScenarioParameters([:]))
        #expect(Scenarios.scenario(none) == nil)
    }

    /// What the efficiency is made of: the time of the kernels, the elapsed time, and the processors that could be used.
    @Test(arguments: [1, 2])
    func efficiencyIsUsefulTimeByElapsedTimeAndProcessors(limit: Int) async throws {
        let calibrations = Calibrations()
        let scenario = GranularityScenario(
            limit: limit, pattern: .stencil, width: 4, steps: 4, nanoseconds: 2_000)
        let recorder = RunRecorder(seed: 1, purpose: .time, calibrations: calibrations)
        let outcome = try await scenario.run(PlantedSubject(name: "good"), recorder)
        let (efficiency, wall) = (outcome.value(.efficiency), try #require(outcome.value(.wallTime)))
        let processors = min(limit, ProcessorCount.available)
        // Calibrated once in a process: the same kernel.
        let kernel = await SpinKernel.known(to: calibrations, onProcessors: processors)
        let useful = kernel.nanoseconds(steps: kernel.steps(nanoseconds: 2_000))
        // Rounded down to whole steps.
        #expect(useful <= 2_000.5 && useful > 1_999.5 - kernel.nanoseconds(steps: 1))
        #expect(efficiency == useful / Double(processors) / wall)
    }

    @Test func queueWithoutDependenciesWaitsForEachStep() {
        func driver(_ pattern: DependencyPattern, _ subject: PlantedSubject) -> String {
            let scenario = GranularityScenario(limit: 2, pattern: pattern, width: 4, steps: 4, nanoseconds: 1)
            #expect(scenario.firstSkipReason(to: subject, processors: 2) == nil)
            return scenario.driver(of: subject)
        }
        let without = PlantedSubject(name: "plain", isAsync: true)
        #expect(driver(.fft, without) == "task-stepwise")
        #expect(GranularityScenario.isStepwise(driver: driver(.fft, without)))
        #expect(driver(.trivial, without) == "task")
        let with = PlantedSubject(name: "able", capabilities: QueueCapabilities())
        #expect(driver(.fft, with) == "thread" && !GranularityScenario.isStepwise(driver: "thread"))
        #expect(driver(.fft, PlantedSubject(name: "awaits", awaitsGraphs: true)) == "thread")
    }

    /// It has so many cases that a profile makes fewer runs of each; where a number is asked for, that counts.
    @Test func granularityHasItsOwnNumberOfRounds() {
        func cases(_ profile: BenchmarkProfile) -> Int {
            GranularityScenario.cases(profile, processors: 2).count
        }
        #expect(cases(.quick) == 0 && cases(.quick.with(rounds: 2)) == 0 && cases(.standard) == 50)
        #expect(GranularityScenario.rounds(.standard) == BenchmarkProfile.standard.granularityRounds)
        #expect(GranularityScenario.rounds(.standard.with(rounds: 30)) == 30)
        #expect(GranularityScenario.rounds(.quick) == BenchmarkProfile.quick.scalingRounds)
    }

    /// Queues get the same load whatever they can do, so nobody measures what they can do.
    @Test func offeredRateIsTheOneOfTheCase() async throws {
        let scenario = OfferedRateScenario(limit: 2, rate: 20_000, operations: 100)
        let outcome = try await Self.run(scenario, PlantedSubject(name: "good"))
        #expect(outcome.value(.offeredRate) == 20_000 && outcome.value(.capacity) == nil)
        #expect(outcome.value(.latencyCount) == 100)
        let relative = LatencyScenario(limit: 2, load: 50, milliseconds: 5)
        let other = try await Self.run(relative, PlantedSubject(name: "good"))
        #expect(other.value(.offeredRate) == other.value(.capacity).map { $0 * 50 / 100 })
    }

    @Test func offeredRatesHaveABoundedNumberOfOperations() {
        func cases(_ profile: BenchmarkProfile) -> [OfferedRateScenario] {
            OfferedRateScenario.cases(profile, processors: 2)
        }
        #expect(cases(.quick).isEmpty)
        #expect(cases(.standard).map(\.rate) == [10_000, 30_000, 100_000, 300_000, 1_000_000])
        #expect(cases(.standard).map(\.operations) == [1_000, 3_000, 10_000, 30_000, 30_000])
    }

    @Test func memoryIsNotTimed() async throws {
        let outcome = try await Self.run(
            EmptyScenario(limit: 1, operations: 100), PlantedSubject(name: "good"), .memory)
        guard case .passed(let readings, _, _) = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
        #expect(readings.map(\.metric) == [.allocations, .allocatedBytes, .peakResidentBytes])
    }

    @Test func overlapAtLimitOneIsSeenInATimedRun() {
        let ledger = OperationLedger(count: 2, isExclusive: true)
        ledger.mark.run(0)
        // As if another operation were in its work.
        ledger.mark.exclusion?[0].store(1)
        ledger.mark.run(1)
        #expect(
            ledger.violation(keepsOrder: true)?.hasPrefix("1 operations ran ") == true
                && ledger.mark.overlaps == 1)
    }

    @Test func operationsThatBlockAtOnceAreCounted() {
        let ledger = BlockingLedger(count: 2, limit: 1, nanoseconds: 0)
        ledger.enter()
        ledger.block(1)
        ledger.leave(0)
        let reason = ledger.violation(keepsOrder: true)
        #expect(reason?.hasPrefix("2 operations blocked at once at limit 1") == true, "\(reason ?? "passed")")
        let unlimited = BlockingLedger(count: 2, limit: nil, nanoseconds: 0)
        unlimited.enter()
        unlimited.block(1)
        unlimited.leave(0)
        #expect(unlimited.violation(keepsOrder: true) == nil)
    }

    /// A queue that can't be limited would be compared with those that are.
    @Test(arguments: [(-1, true), (2, false)])
    func queueWithoutLimitBlocksOnlyWithoutLimit(limit: Int, isMeasured: Bool) {
        let scenario = BlockingScenario(limit: limit, milliseconds: 1, operations: 8)
        let subject = PlantedSubject(name: "wide", width: .unlimited)
        #expect((scenario.firstSkipReason(to: subject, processors: 2) == nil) == isMeasured)
    }

    @Test func latenciesEqualThoseOfTheHistogram() async throws {
        let outcome = try await Self.run(
            LatencyScenario(limit: 1, load: 50, milliseconds: 5), PlantedSubject(name: "good"))
        guard case .passed(let readings, let latency, _) = outcome else {
            Issue.record("failed: \(outcome)")
            return
        }
        let values = Dictionary(uniqueKeysWithValues: readings.map { ($0.metric, $0.value) })
        let histogram = try #require(latency)
        #expect(values[.latencyCount] == Double(histogram.count) && histogram.count > 0)
        let longest = try #require(histogram.maximum)
        #expect(try #require(values[.latencyMaximum] ?? nil) == Double(longest))
        let median = try #require(values[.latencyP50])
        #expect(median == histogram.quantile(0.5).map { Double($0) })
        let capacity = try #require(values[.capacity] ?? nil)
        let rate = try #require(values[.offeredRate] ?? nil)
        #expect(abs(rate / capacity - 0.5) < 1e-12)
    }

    @Test func arrivalsFollowTheSeedAndHaveTheRate() {
        let times = OpenLoop.arrivals(seed: 5, rate: 10_000, count: 20_000)
        #expect(times == OpenLoop.arrivals(seed: 5, rate: 10_000, count: 20_000))
        #expect(times != OpenLoop.arrivals(seed: 6, rate: 10_000, count: 20_000))
        #expect(zip(times, times.dropFirst()).allSatisfy(<=))
        // 20,000 gaps of 100 µs: the sum's deviation is 0.7 % of it.
        #expect((1.95e9...2.05e9).contains(Double(times[times.count - 1])))
        // Of an exponential distribution, 1/e of the gaps are longer than the mean.
        let long = zip(times, times.dropFirst()).count { $1 - $0 > 100_000 }
        #expect((7_000...7_700).contains(long))
    }
}
