import FaultyQueues
import ScheduleExploration

/// The number of schedules that one strategy needed to find one race, by seed.
struct Searches {
    /// In ascending order, for the seeds that found it.
    let found: [Int]
    /// The number of seeds that found it by the schedules with which each exploration begins.
    let before: Int
    let missed: Int
    /// Other outcomes of a seed. There should be none.
    let others: [String]
    /// The result if there was only one seed.
    private let only: String?

    init(_ lines: [String], isSeeded: Bool) {
        only = isSeeded ? nil : lines[0]
        let counts = lines.map { line in Int(line.split(separator: " ").first ?? "") }
        found = counts.compactMap(\.self).sorted()
        before = lines.count { $0.hasSuffix(" before") }
        missed = lines.count { $0.hasPrefix("missed") }
        others = zip(lines, counts).filter { $1 == nil && !$0.hasPrefix("missed") }.map(\.0)
    }

    /// The least number of schedules within which this fraction of the seeds finds the race; nil if fewer seeds do.
    func quantile(_ part: Double) -> Int? {
        let count = found.count + missed + others.count
        let rank = max(1, Int((part * Double(count)).rounded(.up)))
        return rank <= found.count ? found[rank - 1] : nil
    }

    var text: String {
        if let only { return only }
        let figures = [0.5, 0.9].map { quantile($0).map { "\($0)" } ?? ">\(Job.cap)" }
        let notes = [(missed, "missed"), (others.count, "invalid")].filter { $0.0 > 0 }
            .map { "\($0) \($1)" }
        return figures.joined(separator: " / ") + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    }
}

/// The result of running a scenario on real threads.
struct StressRuns {
    let runs: Int
    let milliseconds: Int
    let finding: String?

    init(_ lines: [String]) throws {
        guard lines.count > 1, let runs = Int(lines[0]), let milliseconds = Int(lines[1]) else {
            throw Children.Failure(description: "no figures: \(lines)")
        }
        (self.runs, self.milliseconds) = (runs, milliseconds)
        finding = lines.count > 2 ? lines[2] : nil
    }
}

/// A failing schedule, and how often a replay was the same.
struct Replays {
    let preemptions: Int
    let token: ReplayToken
    let fingerprint: String
    var inProcess = 0
    var inFreshProcesses = 0
    var times = 0

    init(_ lines: [String]) throws {
        guard lines.count == 4, let preemptions = Int(lines[1]), let token = ReplayToken(lines[2]) else {
            throw Children.Failure(description: "no schedule was found: \(lines)")
        }
        (self.preemptions, self.token, fingerprint) = (preemptions, token, lines[3])
    }
}

/// All figures of one race.
struct RaceFigures {
    let row: SearchRow
    var replays: Replays
    var stress: StressRuns

    var isReplayed: Bool { replays.inProcess == replays.times && replays.inFreshProcesses == replays.times }
}
