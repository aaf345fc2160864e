import QueueExperiments
import Testing

/// Runs of experiments that were written and not recorded.
enum MadeUpExperiment {
    private static let main = Timeline.Thread(id: 100, isMain: true)
    private static let one = Timeline.Thread(id: 101)
    private static let two = Timeline.Thread(id: 102)

    private static func at(_ milliseconds: UInt64, _ thread: Timeline.Thread) -> Timeline.Stamp {
        Timeline.Stamp(time: milliseconds * 1_000_000, thread: thread)
    }

    /// A on one thread and B on another, added by the main one; B hasn't ended.
    static let added = Timeline(operations: [
        .init(name: "A", called: at(0, main), began: at(1, one), ended: at(21, one)),
        .init(name: "B", called: at(0, main), began: at(5, two)),
    ])

    /// Started by hand on one thread, where they overlap; they end on another.
    static let started = Timeline(operations: [
        .init(
            name: "A", called: at(0, one), began: at(0, one), returned: at(10, one), ended: at(30, two)),
        .init(
            name: "B", called: at(10, one), began: at(10, one), returned: at(20, one), ended: at(40, two)),
    ])

    /// What became of the first trials of an experiment.
    static func report(_ number: Int, _ outcomes: ExperimentReport.Outcome...) throws -> ExperimentReport {
        let experiment = try #require(ExperimentBook.all.first { $0.number == number })
        return ExperimentReport(
            experiment, queue: "lock", zip(experiment.trials, outcomes).map { .init($0, $1) })
    }
}
