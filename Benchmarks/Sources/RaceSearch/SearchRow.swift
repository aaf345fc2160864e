import FaultyQueues
import QueueConformance
import ScheduleExploration
import TextFormats

/// How soon each strategy has found one race.
struct SearchRow {
    static let title = "Schedules until the first that fails"

    let race: Defect
    var searches: [(strategy: ExplorationStrategy, searches: Searches)] = []

    /// The requirement: a median of at most 100 schedules, and a 90th percentile of at most 1,000.
    var isFoundSoon: Bool {
        guard let searches = searches.first(where: { $0.strategy == .rotating })?.searches,
            let median = searches.quantile(0.5), let ninth = searches.quantile(0.9)
        else { return false }
        return median <= 100 && ninth <= 1_000 && searches.others.isEmpty
    }

    /// Whether each seed's search ended with a verdict.
    var isJudged: Bool { searches.allSatisfy { $0.searches.others.isEmpty } }

    /// The number of seeds that found it before any strategy had begun: the same seeds for every strategy.
    private var foundAtOnce: Int { searches.map(\.searches.before).max() ?? 0 }

    static func legend(seeds: Int) -> String {
        """
        Median / 90th percentile, by rank, over the seeds 1 to \(seeds), which are the same on every machine. At most
        \(Decimals.grouped(Job.cap)) schedules for each seed; a seed that finds nothing in them is missed, and counts as more.
        `rotating` is the default, which uses the random strategies in rotation. `exhaustive2` runs the schedules with at most
        two preemptions in a fixed order, so it has one number, and so do `delays2` and `exhaustive`. To measure the length of a
        schedule, each of the others begins with two non-preemptive schedules, one sticky and one random one. All but the first
        are counted; *at once* is the number of seeds for which they sufficed.
        """
    }

    static func table(_ rows: [Self]) -> String {
        let strategies = rows.first?.searches.map(\.strategy) ?? []
        return Markdown.table(
            [["Race", "At once"] + strategies.map { "`\($0)`" }]
                + rows.map { row in
                    ["`\(row.race.rawValue)`", "\(row.foundAtOnce)"] + row.searches.map(\.searches.text)
                }, numbers: 0..<0, isMarkup: true)
    }
}
