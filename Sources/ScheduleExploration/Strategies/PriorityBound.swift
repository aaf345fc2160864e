internal import LinuxPlatform

/// What a number of schedules by ``ExplorationStrategy/priorities(depth:)`` without a failure is worth: with which
/// probability at least they would have found a bug that a schedule of no more steps than `steps` shows.
public struct PriorityBound: Sendable {
    /// Of the bug: how many ordering constraints between steps bring it about.
    public let depth: Int
    /// How many of them ran without a failure.
    public let schedules: Int
    /// The most threads that a schedule had.
    public let threads: Int
    /// The steps that a schedule was reckoned with.
    public let steps: Int

    /// 1 − (1 − 1/(n·k^(d−1)))^schedules.
    public var probability: Double {
        let one = 1 / (Double(threads) * pow(Double(steps), Double(depth - 1)))
        return -expm1(Double(schedules) * log1p(-min(one, 1)))
    }
}

extension ExplorationReport {
    /// One for each depth that was tried; none if a schedule was longer than was reckoned with, as changes of priority
    /// may have come too early then.
    ///
    /// The theorem knows no thread that waits in a loop: here that one falls below all others, or it would wait for ever.
    public var priorityBounds: [PriorityBound] {
        tried.compactMap { name, schedules in
            guard longest <= reckoned, let strategy = ExplorationStrategy(named: name),
                case .priorities(let depth) = strategy.kind,
                threads > 0
            else { return nil }
            return PriorityBound(depth: depth, schedules: schedules, threads: threads, steps: reckoned)
        }.sorted { $0.depth < $1.depth }
    }
}
