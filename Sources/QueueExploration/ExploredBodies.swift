internal import ConcurrencyPrimitives
internal import ScheduleExploration

/// Counts what the bodies of operations do. Its counters are points of choice, so a body has a middle at which others go on.
final class ExploredBodies: Sendable {
    private let begun: [Cell]
    private let inside = Atomic<Int>(0)
    private let limit: Int

    private final class Cell: Sendable {
        let begun = Atomic<Int>(0)
        let ended = Atomic<Int>(0)
    }

    /// - Parameter limit: More bodies than these at once are a failure.
    init(_ count: Int, limit: Int = .max) {
        begun = (0..<count).map { _ in Cell() }
        self.limit = limit
    }

    /// - Parameter middle: What the body does before it ends.
    func run(_ index: Int, _ middle: () -> Void = {}) {
        _ = begun[index].begun.adding(1)
        let now = inside.adding(1)
        if now > 1 { ExploredSchedule.cover("two at once") }
        ExploredSchedule.expect(now <= limit, "\(now) operations ran at once, with a limit of \(limit)")
        middle()
        _ = inside.adding(-1)
        _ = begun[index].ended.adding(1)
    }

    func runs(_ index: Int) -> Int { begun[index].begun.load() }
    func ends(_ index: Int) -> Int { begun[index].ended.load() }

    /// Fails the schedule unless each of these ran exactly once, and whole, when the schedule is quiescent.
    func expectOnce(_ indices: some Sequence<Int>) {
        let indices = Array(indices)
        ExploredSchedule.whenQuiescent { [self] in
            indices.first { runs($0) != 1 || ends($0) != 1 }
                .map { "operation \($0) began \(runs($0)) times and ended \(ends($0)) times" }
        }
    }
}
