import CorpusPrograms
import Foundation
import ScheduleExploration

/// How many schedules each strategy runs until it finds each program's bug.
struct CorpusTable<Program: CorpusProgram> {
    /// What the first columns say of a program, with their headings.
    let columns: [(heading: String, text: (Program) -> String)]
    let programs: [Program]

    private let limit = 10_000
    private let strategies: [ExplorationStrategy] = [
        .rotating, .random, .priorities(depth: 3), .partialOrder, .sticky,
        .selectivelyUniform,
    ]

    init(of programs: [Program], columns: [(heading: String, text: (Program) -> String)]) {
        self.programs = programs.filter { CorpusOptions.rows?.contains($0.name) ?? true }
        self.columns = columns
    }

    /// Prints a Markdown table, row by row: in each cell the median, and the 90th percentile. The last column has the median time of the
    /// first strategy.
    func print() async {
        let header = columns.map(\.heading) + ["Found as"] + strategies.map(\.description) + ["Milliseconds"]
        write(header)
        write(header.map { _ in "---" })
        for program in programs { await write(row(program)) }
    }

    private func row(_ program: Program) async -> [String] {
        var kinds: Set<String> = []
        var cells: [String] = []
        var times: [UInt64] = []
        for strategy in strategies {
            var counts: [Int?] = []
            for seed in CorpusOptions.seeds {
                let report = await explored(
                    program, isFixed: false, strategy: strategy, schedules: limit, seed: seed, shrinks: false)
                counts.append(report.failure.map { $0.schedule + 1 })
                if strategy == strategies[0] { times.append(report.nanoseconds) }
                if let failure = report.failure { kinds.insert(failure.kind.rawValue) }
            }
            cells.append("\(percentile(50, of: counts)), \(percentile(90, of: counts))")
        }
        let milliseconds = Double(times.sorted()[(times.count - 1) / 2]) / 1_000_000
        return columns.map { $0.text(program) } + [kinds.sorted().joined(separator: ", ")] + cells
            + [milliseconds.formatted(.number.precision(.significantDigits(2)))]
    }

    private func write(_ row: [String]) {
        Swift.print("| \(row.joined(separator: " | ")) |")
        fflush(nil)
    }

    /// The nearest rank. A bug that wasn't found took more than the limit.
    private func percentile(_ percent: Int, of counts: [Int?]) -> String {
        let sorted = counts.map { $0 ?? .max }.sorted()
        let count = sorted[(sorted.count * percent + 99) / 100 - 1]
        return count == .max ? "> \(limit)" : "\(count)"
    }
}
