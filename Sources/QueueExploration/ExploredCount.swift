internal import ConcurrencyPrimitives
internal import ScheduleExploration

/// How far the threads of a scenario have come, for its coverage points.
final class ExploredCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load() }

    /// Returns what it is then.
    @discardableResult
    func increase() -> Int { count.adding(1) }

    func decrease() { count.adding(-1) }

    /// Makes a call, and covers when it was: after all steps of other threads, which are `total`; before the first; or meanwhile.
    func cover(
        after total: Int, _ whenAfter: String, meanwhile: String, before whenBefore: String,
        _ call: () -> Void
    ) {
        let earlier = value
        call()
        let later = value
        ExploredSchedule.cover(earlier == total ? whenAfter : later == 0 ? whenBefore : meanwhile)
    }
}
