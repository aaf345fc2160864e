private import ConcurrencyPrimitives
internal import Reporting
internal import ScheduleExploration

/// Shows the total progress of all processes of an exploration.
final class ExplorationProgress: Sendable {
    private struct Count {
        var schedules = 0
        var distinct = 0
        var choices = 0
    }

    private let progress: Progress
    private let begin = MonotonicClock.now
    /// By number of the process.
    private let counts = Mutex<[Int: Count]>([:])

    init(_ processes: Int, isQuiet: Bool) {
        progress = Progress("exploring", total: processes, isQuiet: isQuiet)
    }

    func show(_ process: Int, _ report: ExplorationReport, _ request: ExplorationRequest) {
        let text = text(process, report, request)
        progress.show(text)
    }

    func end(_ process: Int, _ outcome: ShardOutcome, _ request: ExplorationRequest) {
        if case .report(let report) = outcome {
            progress.advance(text(process, report, request))
        } else {
            progress.advance("\(request.rule) on \(request.queue) crashed")
        }
    }

    func end() { progress.end() }

    private func text(_ process: Int, _ report: ExplorationReport, _ request: ExplorationRequest) -> String {
        let sum = counts.withLock { counts in
            counts[process] = Count(
                schedules: report.schedules, distinct: report.distinct, choices: report.choices)
            return counts.values.reduce(into: Count()) {
                $0.schedules += $1.schedules
                $0.distinct += $1.distinct
                $0.choices += $1.choices
            }
        }
        // Two processes may run the same schedule.
        let most = request.shards > 1 ? "up to " : ""
        let rate = Double(sum.schedules) * 1e9 / Double(max(1, MonotonicClock.now - begin))
        return
            "\(request.rule) on \(request.queue); \(sum.schedules) schedules, \(most)\(sum.distinct) distinct, "
            + "\(sum.choices) choices, \(Int(rate)) a second"
            + (report.estimate.map { "; \($0)" } ?? "")
    }
}
