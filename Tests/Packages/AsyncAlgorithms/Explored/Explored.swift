import Foundation
import ScheduleExploration
import Testing

/// Explorations whose reports `scripts/explore-async-algorithms` adds up.
enum Explored {
    private static let environment = ProcessInfo.processInfo.environment
    /// How many schedules each has.
    private static let schedules = environment["ASYNC_ALGORITHMS_SCHEDULES"].flatMap { Int($0) } ?? 300
    private static let seed = environment["ASYNC_ALGORITHMS_SEED"].flatMap { UInt64($0) } ?? 1
    /// A part of the names of those that are run; nil for all.
    static let part = environment["ASYNC_ALGORITHMS_TEST"]

    /// Explores a program, and prints a line: its name, the schedules, how many differed, and how it ended.
    ///
    /// - Parameters:
    ///   - isEndless: Whether it has a task that goes on until another cancels it. Then only a fair schedule ends, and the strategies
    ///     with fixed priorities (PCT) have others.
    ///   - isSequential: Whether all its schedules are one.
    static func check(
        _ name: String, isEndless: Bool = false, isSequential: Bool = false,
        _ body: @escaping @Sendable () async throws -> Void
    ) async {
        let strategies: [ExplorationStrategy] =
            isEndless ? [.sticky, .partialOrder, .selectivelyUniform, .random] : [.rotating]
        var reports: [ExplorationReport] = []
        for strategy in strategies {
            var plan = ExplorationPlan()
            plan.strategy = strategy
            plan.schedules = max(1, schedules / strategies.count)
            plan.seed = seed
            plan.keepsTraces = true
            // A schedule that is made simpler may be an unfair one.
            plan.shrinks = !isEndless
            reports.append(await explore(plan, name: name, body))
            if reports.last?.failure != nil { break }
        }
        let report = ExplorationReport(merging: reports)
        let (result, isGood) = judged(report, isSequential: isSequential)
        // Not buffered: a later test may end the process.
        let line = "explored\t\(name)\t\(report.schedules)\t\(report.distinct)\t\(result)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
        #expect(report.isInstrumented && isGood, "\(report)")
    }

    private static func judged(_ report: ExplorationReport, isSequential: Bool) -> (String, Bool) {
        switch report.outcome {
        case .passed: ("passed", !isSequential)
        case .vacuous: ("one schedule", isSequential)
        case .failed(let failure): (failure.kind == .dataRace ? "data race" : "\(failure.kind)", false)
        default: ("not decided", false)
        }
    }
}
