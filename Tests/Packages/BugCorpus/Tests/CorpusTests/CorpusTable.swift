import Foundation
import Kernels
import ScheduleExploration

/// How many schedules each strategy runs until it finds each bug.
struct CorpusTable {
    let seeds: ClosedRange<UInt64>

    private static let limit = 10_000
    private static let strategies: [ExplorationStrategy] = [
        .rotating, .random, .priorities(depth: 3), .partialOrder, .sticky,
    ]

    /// Prints a Markdown table, row by row: in each cell the median, and the 90th percentile.
    func print() async {
        let header = ["Bug", "Family", "Found as"] + Self.strategies.map(\.description)
        write(header)
        write(header.map { _ in "---" })
        for bug in Bug.all where bug.whyMissed == nil {
            var kinds: Set<String> = []
            var cells: [String] = []
            for strategy in Self.strategies {
                var counts: [Int?] = []
                for seed in seeds {
                    let report = await explored(
                        bug, isFixed: false, strategy: strategy, schedules: Self.limit, seed: seed,
                        shrinks: false)
                    counts.append(report.failure.map { $0.schedule + 1 })
                    if let failure = report.failure { kinds.insert(failure.kind.rawValue) }
                }
                cells.append("\(percentile(50, of: counts)), \(percentile(90, of: counts))")
            }
            write([bug.name, bug.family.rawValue, kinds.sorted().joined(separator: ", ")] + cells)
        }
    }

    private func write(_ row: [String]) {
        Swift.print("| \(row.joined(separator: " | ")) |")
        fflush(nil)
    }

    /// The nearest rank. A bug that wasn't found took more than the limit.
    private func percentile(_ percent: Int, of counts: [Int?]) -> String {
        let sorted = counts.map { $0 ?? .max }.sorted()
        let count = sorted[(sorted.count * percent + 99) / 100 - 1]
        return count == .max ? "> \(Self.limit)" : "\(count)"
    }
}
