import FaultyQueues
import FoundationEssentials
import QueueConformance
import QueueExploration
import RandomNumbers
import ScheduleExploration

/// The work of one process. Schedules that end in a deadlock leave threads behind, which only the end of the
/// process removes.
enum Job: Codable {
    static let flag = "--job"
    /// The most schedules, or runs, to try.
    static let cap = 5_000
    static let stressCap = 1_000_000

    /// Explores with each of these seeds, without shrinking. Prints a line for each seed: the number of schedules,
    /// followed by "before" if the race was found before the strategy had begun; or why there is none.
    case search(Defect, strategy: String, seeds: Int)
    /// Explores as `oplab explore` does. Prints the schedules, the fewest preemptions, the token, and the
    /// interleaving.
    case find(Defect)
    /// Runs the schedule of a token so many times. Prints the interleavings.
    case replay(Defect, ReplayToken, times: Int)
    /// Runs the scenario on real threads. Prints the runs, the milliseconds, and the failure if there was one.
    case stress(Defect, seconds: Int)

    /// The job as an argument of a process.
    func argument() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }

    /// - Throws: `DecodingError` for an argument that is no job.
    init(argument: String) throws { self = try JSONDecoder().decode(Job.self, from: Data(argument.utf8)) }

    func run() async -> [String] {
        switch self {
        case .search(let race, let name, let seeds):
            guard let strategy = ExplorationStrategy(named: name) else {
                return ["there is no strategy '\(name)'"]
            }
            var lines: [String] = []
            for seed in 1...UInt64(seeds) {
                var plan = ExplorationPlan()
                (plan.strategy, plan.schedules, plan.seed) = (strategy, Self.cap, seed)
                plan.shrinks = false
                let report = await race.rule.explore(FaultySubject(defect: race), plan)
                lines.append(Self.line(report))
            }
            return lines
        case .find(let race):
            var plan = ExplorationPlan()
            plan.schedules = Self.cap
            let report = await race.rule.explore(FaultySubject(defect: race), plan)
            guard let failure = report.failure else { return ["\(report)"] }
            return [
                "\(report.schedules)", "\(failure.fewestPreemptions)", "\(failure.token)",
                Self.fingerprint(failure),
            ]
        case .replay(let race, let token, let times):
            var (lines, plan): ([String], _) = ([], ExplorationPlan())
            plan.replay = token
            for _ in 0..<times {
                let report = await race.rule.explore(FaultySubject(defect: race), plan)
                lines.append(report.failure.map(Self.fingerprint) ?? "\(report)")
            }
            return lines
        case .stress(let race, let seconds):
            let report = await race.rule.stress(
                FaultySubject(defect: race), runs: Self.stressCap, seconds: seconds)
            return ["\(report.runs)", "\(report.nanoseconds / 1_000_000)"]
                + (report.failure.map { [$0.replacing("\n", with: " ")] } ?? [])
        }
    }

    private static func line(_ report: ExplorationReport) -> String {
        switch report.outcome {
        // A race that was found before the strategy had begun doesn't count for the strategy.
        case .failed: report.tried.isEmpty ? "\(report.schedules) before" : "\(report.schedules)"
        case .passed: report.isComplete ? "missed, there are \(report.schedules)" : "missed"
        default: "\(report)".replacing("\n", with: " ")
        }
    }

    /// Hashes the failure, the waiting threads, and every step with its source location: equal for equal
    /// interleavings. But the numbers of words are those of addresses, and memory that comes again has the same ones.
    private static func fingerprint(_ failure: ScheduleFailure) -> String {
        let steps = "\(failure.interleaving)".replacing(/word \d+ */, with: "word ")
        let text = "\(failure.kind) \(failure.message) \(failure.blocked)\n\(steps)"
        return "\(failure.interleaving.events.count) events, \(FNV1a(text).text)"
    }
}

extension Defect {
    /// The rule whose exploration finds the race.
    var rule: ExploredRule {
        guard let rule = caughtBy.first.flatMap(ExplorationBook.rule) else {
            fatalError("No rule that is explored finds \(self).")
        }
        return rule
    }
}
