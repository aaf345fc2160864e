private import CPlatform
internal import ConcurrencyPrimitives

/// The operations of one producer of a workload: their work, and the record of it.
///
/// The record has a place for as many operations as may be unfinished at once, and for those that they may depend on. The
/// producer takes a place again when the operation in it has ended, and its last dependent too. So the memory doesn't grow
/// with the number of operations.
///
/// `@unchecked Sendable`: the address never changes, what it points to is atomic, and only the producer calls what changes
/// other state, until it has ended.
final class WorkloadLane: @unchecked Sendable {
    /// The words of a place.
    private enum Word: Int, CaseIterable {
        /// When the operation was due or added; then when it could have begun, which dependencies may delay.
        case ready
        /// When it began; 0 if it hasn't.
        case begin
        case end
        /// How often it ran, and above that ``WorkloadLane/awaited``.
        case runs
    }

    /// Whether the producer waits for the end of the operation.
    private static let awaited: UInt64 = 1 << 32

    let workload: Workload
    /// The number of its first operation.
    let first: Int
    let count: Int
    private let kernel: SpinKernel
    private let order: WorkloadOrder?
    /// The number of operations that the record has a place for.
    let places: Int
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    /// What the operations found wrong.
    private let early = Atomic<Int>(0)
    private let disobedient = Atomic<Int>(0)
    private let repeatedCancelled = Atomic<Int>(0)
    /// The operation that the producer waits for.
    private let awaitedEnd = Mutex<Latch?>(nil)

    // Only the producer changes these.

    /// How many operations it has added.
    private(set) var added = 0
    /// How many of the first operations have ended, as far as the producer knows.
    private var ended = 0
    private var repeated = 0
    /// The operation that had not run when the queue was idle; nil if none is known.
    private(set) var lost: Int?
    private(set) var latencies = LatencyHistogram()
    /// When the last operation began.
    private(set) var lastBegin: UInt64 = 0

    /// - Parameters:
    ///   - workload: Its operations.
    ///   - producer: Counted from 0.
    ///   - kernel: What computes.
    ///   - order: Checks that operations run one at a time, in the order of adding; nil if they needn't.
    init(_ workload: Workload, producer: Int, kernel: SpinKernel, order: WorkloadOrder? = nil) {
        let numbers = workload.numbers(of: producer)
        self.workload = workload
        self.kernel = kernel
        self.order = order
        (first, count) = (numbers.lowerBound, numbers.count)
        places = min(count, workload.window + workload.dependencies.reach + 1)
        words = .allocate(capacity: max(1, places * Word.allCases.count))
        for index in 0..<places * Word.allCases.count { (words + index).initialize(to: Atomic(0)) }
    }

    deinit {
        words.deinitialize(count: places * Word.allCases.count)
        words.deallocate()
    }

    private func word(_ word: Word, _ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        words + (index % places * Word.allCases.count + word.rawValue)
    }

    private func runs(of index: Int) -> UInt64 { word(.runs, index).pointee.load() & (Self.awaited - 1) }

    private func isCancelled(_ index: Int) -> Bool { workload.isCancelled(first + index) }

    /// Calls `body` with each operation that operation `index` depends on.
    func forEachDependency(of index: Int, _ body: (Int) -> Void) {
        workload.dependencies.forEach(of: index, from: first, seed: workload.seed, body)
    }

    // MARK: The work

    /// The work of operation `index`, unless it is cancelled.
    func run(_ index: Int) {
        let begin = MonotonicClock.now
        order?.begin(index)
        var ready = word(.ready, index).pointee.load()
        forEachDependency(of: index) { other in
            // One that was cancelled has no record; those that depend on it needn't wait for its work.
            if isCancelled(other) { return }
            if runs(of: other) == 0 { early.adding(1) }
            ready = max(ready, word(.end, other).pointee.load())
        }
        word(.ready, index).pointee.store(min(ready, begin))
        word(.begin, index).pointee.store(begin)
        work(first + index)
        order?.end()
        if !workload.dependencies.isNone { word(.end, index).pointee.store(MonotonicClock.now) }
        if word(.runs, index).pointee.adding(1) >= Self.awaited {
            awaitedEnd.withLock { $0 }?.open()
        }
    }

    /// The work of a cancelled operation: it runs once or, if it was cancelled before it was added, not at all.
    func runCancelled(_ index: Int, _ run: CancelledRun) {
        if workload.cancellation?.isBeforeAdding == true { disobedient.adding(1) }
        if run.count.adding(1) > 1 { repeatedCancelled.adding(1) }
        work(first + index)
    }

    private func work(_ number: Int) {
        let steps = kernel.steps(microseconds: workload.work(of: number))
        if steps > 0 { SpinKernel.spin(steps) }
        guard let pause = workload.blocking(of: number) else { return }
        let end = MonotonicClock.now + UInt64(pause * 1_000)
        // A signal ends a pause early.
        while case let now = MonotonicClock.now, now < end { oplab_pause(end - now) }
    }

    // MARK: The producer

    /// Prepares the place of operation `index`, which was due at `due`, and which the producer is about to add.
    ///
    /// - Precondition: There is room for it (``missing(for:)``).
    func prepare(_ index: Int, due: UInt64) {
        let last = index - places
        // In one step: a run that comes late counts for this operation or for the one before, and isn't lost.
        let runs = word(.runs, index).pointee.exchange(0) & (Self.awaited - 1)
        // The place of a cancelled operation was never used.
        if last >= 0, !isCancelled(last), runs > 1 { repeated += 1 }
        for each in [Word.begin, .end] { word(each, index).pointee.store(0) }
        word(.ready, index).pointee.store(due)
        added = index + 1
    }

    /// An operation whose end the producer has to await before it adds operation `index`; nil if there is room.
    ///
    /// It lets so many operations end at once that it waits rarely.
    func missing(for index: Int) -> Int? {
        guard index - ended >= workload.window else { return nil }
        let target = index - workload.window / 2
        // The last is likely to end last.
        for other in (ended..<target).reversed() where !isCancelled(other) && runs(of: other) == 0 {
            return other
        }
        for other in ended..<target { take(other) }
        ended = target
        return nil
    }

    /// Is opened when operation `index` has ended; nil if it has.
    func end(of index: Int) -> Latch? {
        let latch = Latch("an operation that has to end before others are added")
        awaitedEnd.withLock { $0 = latch }
        return word(.runs, index).pointee.adding(Self.awaited) & (Self.awaited - 1) > 0 ? nil : latch
    }

    /// Whether operation `index` has ended. The queue was idle, or its ``end(of:)`` was opened: if it hasn't, it is lost.
    func hasEnded(_ index: Int) -> Bool {
        if runs(of: index) > 0 { return true }
        lost = first + index
        return false
    }

    /// Takes the latency of an operation that has ended.
    private func take(_ index: Int) {
        let begin = word(.begin, index).pointee.load()
        guard begin > 0 else { return }
        lastBegin = max(lastBegin, begin)
        // The longest that can be recorded is an hour, and a run is ended before that.
        guard (try? latencies.record(begin - word(.ready, index).pointee.load())) != nil else {
            fatalError("A latency is longer than an hour.")
        }
    }

    // MARK: The result

    /// Takes the latencies that the producer hasn't taken. Call it once, when all have ended.
    func takeRest() {
        for index in ended..<added where !isCancelled(index) { take(index) }
        ended = added
    }

    /// What went wrong, as numbers.
    var counts: Counts {
        var counts = Counts(
            early: early.load(), disobedient: disobedient.load(),
            repeated: repeated + repeatedCancelled.load())
        if lost != nil { counts.missing = 1 }
        for index in max(0, added - places)..<added where !isCancelled(index) {
            let runs = runs(of: index)
            if runs == 0, first + index != lost { counts.missing += 1 }
            if runs > 1 { counts.repeated += 1 }
        }
        return counts
    }

    /// How many operations did something wrong.
    struct Counts {
        /// Ran before one that they depend on.
        var early = 0
        /// Ran though they were cancelled before they were added.
        var disobedient = 0
        /// Ran more than once.
        var repeated = 0
        var missing = 0
    }
}

/// How often a cancelled operation ran.
final class CancelledRun: Sendable {
    let count = Atomic<Int>(0)
}
