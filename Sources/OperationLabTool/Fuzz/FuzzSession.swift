private import ConcurrencyPrimitives
internal import QueueConformance
internal import QueueFuzzing

/// One run of `oplab fuzz` on one queue.
struct FuzzSession: Sendable {
    let launcher: FuzzLauncher
    let plan: FuzzPlan
    let jobs: Int
    /// The most programs that fail, after which no more are run.
    let mostFailures: Int

    /// Programs of one process: its arguments must fit into a command line.
    private static let programsOfAProcess = 500

    func run(
        _ seeds: [UInt64], _ subject: any ConformanceSubject, _ progress: Progress
    ) async throws -> FuzzLauncher.Tally {
        let requests = stride(from: 0, to: seeds.count, by: Self.programsOfAProcess).map { start in
            let part = Array(seeds[start..<min(start + Self.programsOfAProcess, seeds.count)])
            return FuzzRequest(queue: subject.name, plan: plan, seeds: part, mostFailures: mostFailures)
        }
        let failed = FailureCount()
        return try await withThrowingTaskGroup(of: FuzzLauncher.Tally.self) { group in
            var total = FuzzLauncher.Tally()
            for (number, request) in requests.enumerated() {
                if number >= jobs, let tally = try await group.next() { total.merge(tally) }
                if Interruption.shared.isRequested || failed.value >= mostFailures { break }
                group.addTask { try await run(request, subject, failed, progress) }
            }
            for try await tally in group { total.merge(tally) }
            return total
        }
    }

    private func run(
        _ request: FuzzRequest, _ subject: any ConformanceSubject, _ failed: FailureCount,
        _ progress: Progress
    ) async throws -> FuzzLauncher.Tally {
        try await launcher.run(
            request, makeProgram: { plan.program($0, subject) },
            isOver: { failed.add($0) >= mostFailures },
            progress: { progress.show("programs on \(subject.name)", done: 1) })
    }

    /// How many programs have failed, of all processes.
    private final class FailureCount: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        /// Returns the sum.
        func add(_ more: Int) -> Int {
            count.withLock { count in
                count += more
                return count
            }
        }
    }
}
