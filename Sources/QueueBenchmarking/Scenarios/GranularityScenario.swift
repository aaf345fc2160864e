private import ConcurrencyPrimitives
public import Operations

/// Task graphs by the patterns of Task Bench (``DependencyPattern``), whose tasks compute for a known time: how small tasks may
/// be until the processors spend more time on the queue than on the tasks (``GranularitySummary``).
///
/// The time begins before the tasks are made, and a task may run while later ones are added. A queue without dependencies runs
/// the graph step by step: its user adds the tasks of a step, and waits for them before adding those of the next
/// (bulk-synchronous). It then has the ``driver(of:)`` that says so. Of *trivial* all tasks are one step.
public struct GranularityScenario: GraphScenario {
    public static let name = "granularity"
    public static let summary =
        "task graphs by the patterns of Task Bench, with tasks of several sizes: how small tasks may be (METG)"
    public static let isComparedByCost = false

    /// The parameter that is the size of a task, in nanoseconds.
    public static let size = "nanoseconds"

    public let limit: Int
    public let pattern: DependencyPattern
    public let width: Int
    public let steps: Int
    public let nanoseconds: Int

    public init(limit: Int, pattern: DependencyPattern, width: Int, steps: Int, nanoseconds: Int) {
        self.limit = limit
        self.pattern = pattern
        self.width = width
        self.steps = steps
        self.nanoseconds = nanoseconds
    }

    /// Four times the one before: where each task costs a queue the same, the interpolation between them errs by 3% at most.
    private static let sizes = [500, 2_000, 8_000, 32_000, 128_000]

    /// Four columns for each processor: enough for a queue that can use them, and few enough that the steps count.
    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [GranularityScenario] {
        if profile.isQuick { return [] }
        return DependencyPattern.allCases.flatMap { pattern in
            sizes.map {
                GranularityScenario(
                    limit: processors, pattern: pattern, width: 4 * processors,
                    steps: max(2, profile.graphOperations / 20), nanoseconds: $0)
            }
        }
    }

    public static func rounds(_ profile: BenchmarkProfile) -> Int { profile.costlyRounds }

    public init?(_ parameters: ScenarioParameters) {
        let names = ["limit", Self.size, "pattern", "steps", "width"]
        guard let values = parameters.values(of: names), let pattern = DependencyPattern(rawValue: values[2]),
            values[1] >= 0, values[3] > 0, values[4] > 0
        else { return nil }
        self.init(
            limit: values[0], pattern: pattern, width: values[4], steps: values[3], nanoseconds: values[1])
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters([
            "limit": limit, Self.size: nanoseconds, "pattern": pattern.rawValue, "steps": steps,
            "width": width,
        ])
    }

    public var graph: DependencyGraph { pattern.graph(width: width, steps: steps).graph }
    public var graphSize: Int { width * steps }
    public var hasMemory: Bool { false }
    public var needs: Set<QueueCapability> { [] }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        !hasGraphs(subject) && subject.driver.isScope
            ? "it has no dependencies, and only the code in its scope may add to it" : nil
    }

    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String {
        subject.driver.name + (hasGraphs(subject) || pattern == .trivial ? "" : Self.stepwise)
    }

    /// The end of the driver's name where the user waits for each step.
    private static let stepwise = "-stepwise"

    /// Whether runs with this driver waited for each step.
    public static func isStepwise(driver: String) -> Bool { driver.hasSuffix(stepwise) }

    private func hasGraphs<Subject: BenchmarkSubject>(_ subject: Subject) -> Bool {
        subject.awaitsGraphs || subject.capabilities.contains(.dependencies)
    }

    /// The processors that tasks could keep busy.
    private func processors<Subject: BenchmarkSubject>(of subject: Subject) -> Int {
        if subject.runsInCall { return 1 }
        let available = min(width, ProcessorCount.available)
        return limit > 0 ? min(limit, available) : available
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let graph = pattern.graph(width: width, steps: steps)
        let processors = processors(of: subject)
        let kernel = await SpinKernel.known(to: recorder.calibrations, onProcessors: processors)
        let kernelSteps = nanoseconds == 0 ? 0 : kernel.steps(nanoseconds: nanoseconds)
        let ledger = GraphLedger(graph.graph, kernelSteps: kernelSteps)
        let mark = ledger.mark
        return await ledger.check(subject, limit: limit) {
            if hasGraphs(subject) {
                return await subject.drive(limit: limit, recorder) { queue in
                    let start = Latch("a task may run at once")
                    start.open()
                    subject.add(graph.graph, to: queue, marking: mark, after: start)
                }
            }
            let steps = pattern == .trivial ? [0..<graph.graph.count] : graph.steps
            return await subject.drive(limit: limit, recorder, steps: steps) { queue, step in
                subject.add(step: step, to: queue, marking: mark)
            }
        } outcome: {
            let readings = recorder.readings(operations: graph.graph.count)
            let useful = kernel.nanoseconds(steps: kernelSteps) / Double(processors)
            let wall = readings.first { $0.metric == .wallTime }?.value
            return .passed(
                readings.filter { Self.metrics.contains($0.metric) }
                    + [Reading(.efficiency, wall.map { useful / max($0, 1) })])
        }
    }

    /// Few, because there are many cases.
    private static let metrics: Set<Metric> = [.wallTime, .processCPUTime, .voluntarySwitches]
}
