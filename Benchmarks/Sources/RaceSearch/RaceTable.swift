import ConcurrencyPrimitives
import FaultyQueues
import QueueConformance
import QueueExploration
import ScheduleExploration
import TextFormats

/// The figures as a page. Figures that don't depend on the machine come first.
struct RaceTable {
    let figures: [RaceFigures]
    let seeds: Int
    let seconds: Int

    var markdown: String {
        """
        # What it takes to find a race

        How many schedules each search strategy needs to find each planted race of the faulty queue, and how many runs on real
        threads. `scripts/race-search` writes this page.

        \(verdict)

        ## The races

        Each race splits one critical section, or one atomic access, in two. None fails in the non-preemptive schedule, in which each
        thread runs until it waits and the oldest comes next. The rule is the one whose explored scenario finds the race. Preemptions are
        those of the simplified schedule. Its token was replayed \(RaceSearch.replayTimes) times in one process, and once in each of as many
        new ones; the last two columns are the replays with the same steps, whatever memory their words had.

        \(Markdown.table(
            [["Race", "What is wrong", "Rule", "Preemptions", "In process", "Fresh processes"]] + figures.map { [
                "`\($0.row.race.rawValue)`", Markdown.escaped($0.row.race.summary), "\($0.row.race.rule.id)", "\($0.replays.preemptions)",
                "\($0.replays.inProcess) of \($0.replays.times)",
                "\($0.replays.inFreshProcesses) of \($0.replays.times)",
            ] }, numbers: 0..<0, isMarkup: true))
        ## \(SearchRow.title)

        \(SearchRow.legend(seeds: seeds))

        \(SearchRow.table(figures.map(\.row)))
        ## Runs on threads until the first that fails

        The same scenario on the threads of a machine with \(processors) processors, once for each race: at most \(seconds) s
        and \(Decimals.grouped(Job.stressCap)) runs. A run that has not ended while its process is quiescent is a deadlock.
        The numbers vary between machines and runs.

        \(Markdown.table([["Race", "Runs", "Seconds", "Found"]] + figures.map {
            [
                "`\($0.row.race.rawValue)`", Decimals.grouped($0.stress.runs),
                Decimals.rounded(Double($0.stress.milliseconds) / 1_000, places: 1),
                Markdown.escaped($0.stress.finding ?? "missed"),
            ]
        }, numbers: 0..<0, isMarkup: true))
        """
    }

    private var processors: Int { ProcessorCount.available }

    private var verdict: String {
        let late = figures.filter { !$0.row.isFoundSoon }.map { "`\($0.row.race.rawValue)`" }
        let other = figures.filter { !$0.isReplayed }.map { "`\($0.row.race.rawValue)`" }
        let missed = figures.count { $0.stress.finding == nil }
        return """
            The default strategy must find every race in a median of at most 100 schedules and a 90th percentile of at most
            1,000: \(late.isEmpty ? "it does for all \(figures.count)" : "it does not for \(late.joined(separator: ", "))").
            A failing schedule can be replayed exactly: \(other.isEmpty ? "always" : "not always for \(other.joined(separator: ", "))").
            Runs on threads missed \(missed) of the \(figures.count).
            """
    }
}
