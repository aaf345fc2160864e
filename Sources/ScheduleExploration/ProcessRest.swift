internal import CPlatform
internal import ConcurrencyPrimitives

/// Looks whether this process has come to rest: all threads but the one that looks are found asleep, time after time, though
/// a task that was started at the time before has run.
///
/// On a machine that is busy, a thread that only waits for its turn is not asleep. A task that waits for a thread has none,
/// though, and its threads may be few and held up by others: then the task that was started last waits behind it. Unless they
/// are held up for so long that nobody will let go of them.
struct ProcessRest {
    /// Set when its task has run, by that task alone.
    final class Probe: Sendable {
        private let hasRunWord = Atomic<UInt64>(0)
        var hasRun: Bool { hasRunWord.load() == 1 }
        func run() { hasRunWord.store(1) }
    }

    static let enough = 20
    static let enoughHeldUp = 3_000

    private let areAsleep: () -> Bool
    private let start: (Probe) -> Void
    private var probe = Probe()
    /// How often all were found asleep and the task had run, one time after the other.
    private var looks = 0
    /// How often all were found asleep and the same task had not run, one time after the other.
    private var looksHeldUp = 0

    /// - Parameters:
    ///   - areAsleep: Whether all threads but the calling one are.
    ///   - start: Starts a task that runs what it is given.
    init(
        areAsleep: @escaping () -> Bool = { oplab_others_are_asleep() },
        start: @escaping (Probe) -> Void = { probe in startTask { probe.run() } }
    ) {
        self.areAsleep = areAsleep
        self.start = start
        start(probe)
    }

    /// Looks once more, some milliseconds after the last time.
    mutating func look() -> Bool {
        let (areAsleep, hasRun) = (areAsleep(), probe.hasRun)
        looks = areAsleep && hasRun ? looks + 1 : 0
        looksHeldUp = areAsleep && !hasRun ? looksHeldUp + 1 : 0
        if hasRun {
            probe = Probe()
            start(probe)
        }
        return looks >= Self.enough || looksHeldUp >= Self.enoughHeldUp
    }
}
