internal import LinuxPlatform

/// The least probability with which a number of PCT schedules (``ExplorationStrategy/priorities(depth:)``) would have found a
/// bug that shows in a schedule of at most `steps` steps.
public struct PriorityBound: Sendable {
    /// The depth of the bug: how many ordering constraints between steps it needs.
    public let depth: Int
    /// How many schedules ran without a failure.
    public let schedules: Int
    /// The most threads that a schedule had.
    public let threads: Int
    /// The length of a schedule, in points, that the strategy was given.
    public let steps: Int

    /// 1 − (1 − 1/(n·k^(d−1)))^schedules.
    public var probability: Double {
        let one = 1 / (Double(threads) * pow(Double(steps), Double(depth - 1)))
        return -expm1(Double(schedules) * log1p(-min(one, 1)))
    }
}

extension ExplorationReport {
    /// One for each depth that was tried. None if a schedule was longer than the strategy was given, since priorities may then
    /// have changed too early.
    ///
    /// None for weak memory, spurious wakeups and early timeouts, whose choices it doesn't count. It doesn't cover threads that wait in a loop. Here the priority of such a thread falls below all others.
    public var priorityBounds: [PriorityBound] {
        memory != .sequential || spuriousWakeups + earlyTimeouts > 0
            ? []
            : tried.compactMap { name, schedules in
                guard longest <= reckoned, let strategy = ExplorationStrategy(named: name),
                    case .priorities(let depth) = strategy.kind, threads > 0
                else { return nil }
                let steps = strategy.points == .aroundAccesses ? 2 * reckoned : reckoned
                // A bug may show in one of the programs only.
                let schedules = schedules / programs
                return PriorityBound(depth: depth, schedules: schedules, threads: threads, steps: steps)
            }.sorted { ($0.depth, $0.steps) < ($1.depth, $1.steps) }
    }
}
