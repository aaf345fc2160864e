import FaultyQueues
import LinuxPlatform
import ScheduleExploration

/// The whole command: first the jobs that need the machine for themselves, then two processes at a time.
struct RaceSearch {
    static let replayTimes = 100

    let file: String
    /// Those that are searched with, if nothing else is to be measured.
    var strategies: [ExplorationStrategy]?
    var seeds = 50
    /// The seconds for each race on real threads.
    var seconds = 6

    /// Why the arguments can't be taken.
    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: `UsageError` for a strategy that there isn't.
    init?(_ arguments: [String]) throws {
        var arguments = arguments
        if arguments.first == "--strategies", arguments.count > 1 {
            strategies = try arguments[1].split(separator: ",", omittingEmptySubsequences: false).map {
                name in
                guard let strategy = ExplorationStrategy(named: String(name)) else {
                    throw UsageError(
                        description: "there is no strategy '\(name)': try 'oplab list strategies'")
                }
                return strategy
            }
            arguments.removeFirst(2)
        }
        guard let file = arguments.first, !file.hasPrefix("-"), arguments.count <= 3 else { return nil }
        self.file = file
        if arguments.count > 1 {
            guard let seeds = Int(arguments[1]), seeds > 0 else { return nil }
            self.seeds = seeds
        }
        if arguments.count > 2 {
            guard strategies == nil else { return nil }
            guard let seconds = Int(arguments[2]), seconds > 0 else { return nil }
            self.seconds = seconds
        }
    }

    /// Returns whether every race was found within the required number of schedules, and every replay was the same; where only some
    /// strategies are asked for, whether each search ended with a verdict.
    func run() async throws -> Bool {
        // Opened first, so that an error doesn't show only at the end.
        guard let output = fopen(file, "w") else {
            throw Children.Failure(description: "can't write \(file): \(String(cString: strerror(errno)))")
        }
        defer { fclose(output) }
        let children = try Children()
        let races = Defect.races
        if let strategies {
            let rows = try await search(strategies, children)
            fputs(
                "# \(SearchRow.title)\n\n\(SearchRow.legend(seeds: seeds))\n\n\(SearchRow.table(rows))",
                output)
            return rows.allSatisfy(\.isJudged)
        }

        let stress = try await measure(
            "stress", children, races.map { .stress($0, seconds: seconds) }, width: 1)
        let found = try await measure("finding", children, races.map { .find($0) }, width: 2)
        let rows = try await search(ExplorationStrategy.all, children)
        var figures = try races.indices.map { index in
            RaceFigures(
                row: rows[index], replays: try Replays(found[index]), stress: try StressRuns(stress[index]))
        }
        try await replay(&figures, children)
        let text = RaceTable(figures: figures, seeds: seeds, seconds: seconds).markdown
        fputs(text, output)
        return figures.allSatisfy { $0.row.isFoundSoon && $0.isReplayed }
    }

    private func search(
        _ strategies: [ExplorationStrategy], _ children: Children
    ) async throws -> [SearchRow] {
        var rows = Defect.races.map { SearchRow(race: $0) }
        let cells = rows.indices.flatMap { row in strategies.map { (row: row, strategy: $0) } }
        let searches = try await measure(
            "searching", children,
            cells.map { cell in
                // An exhaustive search doesn't depend on the seed.
                .search(
                    rows[cell.row].race, strategy: "\(cell.strategy)",
                    seeds: cell.strategy.isSeeded ? seeds : 1)
            }, width: 2)
        for (cell, lines) in zip(cells, searches) {
            rows[cell.row].searches.append(
                (cell.strategy, Searches(lines, isSeeded: cell.strategy.isSeeded)))
        }
        return rows
    }

    private func replay(_ figures: inout [RaceFigures], _ children: Children) async throws {
        let times = Self.replayTimes
        func job(_ figures: RaceFigures, _ times: Int) -> Job {
            .replay(figures.row.race, figures.replays.token, times: times)
        }
        let inProcess = try await measure(
            "replaying", children, figures.map { job($0, times) }, width: 2)
        let inFreshProcesses = try await measure(
            "replaying in fresh processes", children,
            figures.flatMap { Array(repeating: job($0, 1), count: times) }, width: 2)
        for index in figures.indices {
            let expected = figures[index].replays.fingerprint
            figures[index].replays.times = times
            figures[index].replays.inProcess = inProcess[index].count { $0 == expected }
            figures[index].replays.inFreshProcesses =
                inFreshProcesses[index * times..<(index + 1) * times].count { $0 == [expected] }
        }
    }

    private func measure(
        _ what: String, _ children: Children, _ jobs: [Job], width: Int
    ) async throws -> [[String]] {
        var done = 0
        let begin = ContinuousClock.now
        defer {
            let seconds = begin.duration(to: .now).components.seconds
            StandardError.write("\(what): \(jobs.count) in \(seconds) s\n")
        }
        return try await children.lines(jobs, width: width) {
            done += 1
            if done.isMultiple(of: 50) { StandardError.write("\(what): \(done) of \(jobs.count)\n") }
        }
    }
}
