import ConcurrencyPrimitives
import FaultyQueues
import QueueConformance
import QueueExploration
import ScheduleExploration
import TextFormats

/// The figures as a page: what no machine changes comes first.
struct RaceTable {
    let figures: [RaceFigures]
    let seeds: Int
    let seconds: Int

    var markdown: String {
        """
        # What it takes to find a race

        How many schedules each search strategy needs to find each race that is planted in the faulty queue, and how many runs on the
        machine's threads. `scripts/race-search` writes this page.

        \(verdict)

        ## The races

        Each race splits one critical section, or one atomic access, in two. None shows in the non-preemptive schedule, in which each
        thread runs until it waits and the oldest comes next. The rule is the one whose explored scenario shows the race. Preemptions are
        those of the schedule after it was made smaller. Its token was replayed \(RaceSearch.replayTimes) times in one process, and once in
        each of as many fresh ones; the last two columns say how often the interleaving was the same, step by step.

        \(Markdown.table(
            [["Race", "What is wrong", "Rule", "Preemptions", "In process", "Fresh processes"]] + figures.map { [
                "`\($0.race.rawValue)`", Markdown.escaped($0.race.summary), "\($0.race.rule.id)", "\($0.replays.preemptions)",
                "\($0.replays.inProcess) of \($0.replays.times)",
                "\($0.replays.inFreshProcesses) of \($0.replays.times)",
            ] }, numbers: 0..<0, isMarkup: true))
        ## Schedules until the first that fails

        Median / 90th percentile, by rank, over the seeds 1 to \(seeds), which are the same on every machine. At most
        \(Decimals.grouped(Job.cap)) schedules a seed; one that finds nothing in them is missed, and counts as more. `rotating` is the
        default: each of the random ones in turn. `exhaustive2` goes through the schedules of at most two preemptions in a
        fixed order, so it has one number. To learn how long a schedule is, each of the others begins with two that
        are non-preemptive, one sticky and one random. All but the first are counted; *at once* is the number of seeds for which they
        were enough.

        \(Markdown.table([["Race", "At once"] + strategies.map { "`\($0)`" }] + figures.map { row in
            ["`\(row.race.rawValue)`", "\(row.foundAtOnce)"] + row.searches.map(\.searches.text)
        }, numbers: 0..<0, isMarkup: true))
        ## Runs on threads until the first that fails

        The same scenario on the threads of a machine of \(processors) processors, once for each race: at most \(seconds) s
        and \(Decimals.grouped(Job.stressCap)) runs. A run that has not ended while its process is quiescent is a deadlock.
        Other machines and other times give other numbers.

        \(Markdown.table([["Race", "Runs", "Seconds", "Found"]] + figures.map { row in
            [
                "`\(row.race.rawValue)`", Decimals.grouped(row.stress.runs),
                Decimals.rounded(Double(row.stress.milliseconds) / 1_000, places: 1),
                Markdown.escaped(row.stress.finding ?? "missed"),
            ]
        }, numbers: 0..<0, isMarkup: true))
        """
    }

    private var strategies: [ExplorationStrategy] { figures.first?.searches.map(\.strategy) ?? [] }

    private var processors: Int { ProcessorCount.available }

    private var verdict: String {
        let late = figures.filter { !$0.isFoundSoon }.map { "`\($0.race.rawValue)`" }
        let other = figures.filter { !$0.isReplayed }.map { "`\($0.race.rawValue)`" }
        let missed = figures.count { $0.stress.finding == nil }
        return """
            The default strategy has to find every race in a median of at most 100 schedules and a 90th percentile of at most
            1,000: \(late.isEmpty ? "it finds all \(figures.count) so soon" : "it does not for \(late.joined(separator: ", "))").
            A failing schedule can be replayed exactly: \(other.isEmpty ? "always" : "not always for \(other.joined(separator: ", "))").
            Runs on threads missed \(missed) of the \(figures.count).
            """
    }
}
