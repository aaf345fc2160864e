/// A program of SCTBench, in Swift: it has the shape of the C program and its bug, and nothing of its code.
///
/// SCTBench is from P. Thomson, A. F. Donaldson and A. Betts, "Concurrency Testing Using Controlled Schedulers: An Empirical
/// Study", ACM Transactions on Parallel Computing 2 (4), 2016. The programs come from other collections: CS, CB, CHESS,
/// Inspect, PARSEC and SPLASH-2.
public struct Shape: Sendable, CustomStringConvertible {
    /// How the bug shows.
    public enum Symptom: String, Sendable {
        /// An assertion fails.
        case failed
        /// Threads wait for ever.
        case deadlock
    }

    /// Fails the schedule unless the condition holds.
    public typealias Expectation = @Sendable (_ condition: Bool, _ message: String) -> Void

    /// The name that SCTBench gives the program. It has no `CS.twostage_20_bad`, which stands for `CS.twostage_100_bad` where
    /// that takes too long.
    public let name: String
    public let symptom: Symptom
    /// Whether there is a form without the bug.
    public internal(set) var hasFixedForm = false
    /// Whether strategies that miss it take so long that the table leaves it out.
    public internal(set) var isSlow = false
    /// Why an exploration doesn't find it; nil if it does.
    public internal(set) var whyMissed: String? = nil
    /// Creates everything anew, and meets the bug in some schedules, unless the form is the fixed one.
    public let scenario: @Sendable (_ isFixed: Bool, _ expect: @escaping Expectation) async -> Void

    public var description: String { name }

    /// All of them, by collection and name.
    public static let all: [Shape] =
        [aget, pbzip2, stringBuffer]
        + [account, arithmeticProgression, bluetoothDriver, carter, circularBuffer, deadlock]
        + (2...7).map(diningPhilosophers)
        + [fileSystem, lazy, phase, queue]
        + [3, 4, 5, 10, 20].map(reorder)
        + [stack, sync01, sync02, tokenRing, twoStage, twoStage20, twoStage100, wrongLock, wrongLock3]
        + [
            interlockedWorkStealingQueue, interlockedWorkStealingQueueWithState, stateWorkStealingQueue,
            workStealingQueue,
        ]
        + [bbuf, boundedBuffer, ctrace, qsort]
        + [safeStack, ferret, streamcluster, streamcluster2, streamcluster3, fft]
}
