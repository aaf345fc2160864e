internal import CPlatform
internal import ConcurrencyPrimitives

/// Looks whether this process has come to rest: all threads but the one that looks are found asleep, time after time.
///
/// On a machine that is busy, a thread that only waits for its turn is not asleep. A task that waits for a thread has none,
/// though, and its threads may be few and held up by others: so one more task has to have run meanwhile, or they are held up
/// for so long that nobody will let go of them.
struct ProcessRest {
    private final class Flag: Sendable {
        let isSet = Atomic<UInt64>(0)
    }

    private static let enough = 20
    private static let enoughWithoutTasks = 3_000

    private let tasksRun = Flag()
    private var looks = 0

    init() {
        let tasksRun = tasksRun
        _ = startTask { tasksRun.isSet.store(1) }
    }

    /// Looks once more, some milliseconds after the last time.
    mutating func look() -> Bool {
        looks = oplab_others_are_asleep() ? looks + 1 : 0
        return looks >= (tasksRun.isSet.load() == 1 ? Self.enough : Self.enoughWithoutTasks)
    }
}
