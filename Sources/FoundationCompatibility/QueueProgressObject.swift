internal import Foundation
internal import OperationQueues
package import Operations
internal import QueueAdapters

/// What a queue's counts are handed on to.
package protocol TakesQueueProgress: AnyObject, Sendable {
    /// Takes over both counts.
    func take(_ progress: QueueProgress)
}

/// A progress whose counts are a queue's.
///
/// `@unchecked Sendable`: Foundation's is not safe to use from several threads on this platform. Who writes what of it:
///
/// - The counts, Foundation's and ``counts``, are written here alone, under `progressLock`: by the queue's threads when they have
///   counted something, and by who sets them. Whatever is made of the counts is read under it, too.
/// - The children, Foundation's and ``children``, are changed and read under it. Foundation takes out one that has finished, in
///   whatever thread has changed that one's counts.
/// - `isCancelled` and `isPaused` are written and read under it. `isAddingChild` is true only within one holding of it.
/// - The reference to the queue is never changed.
///
/// Nobody else's code is called under it, neither observers nor what a child overrides, but for the hash and the end of life of a
/// child. What doesn't depend on any of this, as `cancellationHandler`, is Foundation's. So are the counts of a parent that isn't a
/// queue's, which the queue's threads change as any child's do, and what a child changes here that isn't a queue's: who uses those
/// on several threads has to see to it that one does at a time.
final class QueueProgressObject: Progress, TakesQueueProgress, @unchecked Sendable {
    /// What of it can be observed, at one moment.
    struct Values: Equatable {
        var total: Int64
        var completed: Int64
        var fraction: Double
        var isFinished: Bool
        var isIndeterminate: Bool
        var isCancelled: Bool
    }

    struct Change: Sendable {
        let old: Values
        let new: Values
    }

    private weak let queue: LockedOperationQueue?
    private let log = ChangeLog<Change>()
    /// What this progress says. Foundation's has counts in their place that it can compute with.
    private var counts = QueueProgress(totalUnitCount: 0, completedUnitCount: 0)
    private var children = ProgressChildren()
    /// While Foundation adds a child, it isn't told that this is cancelled or paused: it would call the child.
    private var isAddingChild = false

    init(_ queue: LockedOperationQueue) {
        self.queue = queue
        super.init(parent: nil, userInfo: nil)
    }

    /// Takes over what the queue has counted, and a total that was set on the queue itself.
    ///
    /// It is read from the queue under the lock: of two threads that are here, the later one reads what is as new or newer,
    /// whatever the order in which they were notified of it.
    func update() {
        guard let queue else { return }
        change { setCounts(queue.workProgress) }
    }

    func take(_ progress: QueueProgress) { change { setCounts(progress) } }

    /// Changes the counts, and Foundation's in the order in which it isn't finished between: a parent would count that for good.
    private func setCounts(_ new: QueueProgress) {
        counts = new
        let (total, completed) = Self.computable(new)
        if total >= super.totalUnitCount {
            super.totalUnitCount = total
            super.completedUnitCount = completed
        } else {
            super.completedUnitCount = completed
            super.totalUnitCount = total
        }
    }

    /// Counts with the same meaning. The parent of a child whose total is 0 divides by that, which stops the program: what is
    /// done of nothing is all of it, and nothing of nothing isn't done.
    private static func computable(_ counts: QueueProgress) -> (total: Int64, completed: Int64) {
        let completed = counts.completedUnitCount
        if counts.totalUnitCount != 0 { return (counts.totalUnitCount, completed) }
        return completed > 0 ? (completed, completed) : (1, 0)
    }

    // MARK: Observing

    /// Where a property stands in ``Values``; nil if it can't be observed.
    static func property(_ keyPath: PartialKeyPath<Progress>) -> PartialKeyPath<Values>? {
        switch keyPath {
        case \Progress.totalUnitCount: \.total
        case \Progress.completedUnitCount: \.completed
        // The one that stands in the place of Foundation's here, and Foundation's, which a file reads that imports both.
        case \Progress.fractionCompleted, Progress.foundationsFraction.path: \.fraction
        case \Progress.isFinished: \.isFinished
        case \Progress.isIndeterminate: \.isIndeterminate
        case \Progress.isCancelled: \.isCancelled
        default: nil
        }
    }

    /// Has `handler` called after each change, under no lock.
    func observe(_ handler: @escaping @Sendable (Change) -> Void) -> ObservationToken {
        let number = log.add(handler)
        return ObservationToken { [weak log] in _ = log?.remove(number) }
    }

    /// Makes a change under the lock, and tells of it afterwards.
    private func change<Result>(_ body: () -> Result) -> Result {
        defer { log.tell() }
        return progressLock.withLock {
            if log.isEmpty { return body() }
            let old = values
            let result = body()
            let new = values
            if old != new { log.note(Change(old: old, new: new)) }
            return result
        }
    }

    private var values: Values {
        Values(
            total: counts.totalUnitCount, completed: counts.completedUnitCount,
            fraction: (self as Progress).fractionCompleted, isFinished: super.isFinished,
            isIndeterminate: isUnknown, isCancelled: super.isCancelled)
    }

    // MARK: What a Progress does

    override var totalUnitCount: Int64 {
        get { progressLock.withLock { counts.totalUnitCount } }
        set {
            guard let queue else {
                return change {
                    setCounts(
                        QueueProgress(
                            totalUnitCount: newValue, completedUnitCount: counts.completedUnitCount))
                }
            }
            // Calls the queue's observers, so not under the lock.
            queue.setTotalUnitCount(newValue)
            update()
        }
    }

    override var completedUnitCount: Int64 {
        get { progressLock.withLock { counts.completedUnitCount } }
        set {
            change {
                setCounts(
                    QueueProgress(totalUnitCount: counts.totalUnitCount, completedUnitCount: newValue))
            }
        }
    }

    override var isIndeterminate: Bool { progressLock.withLock { isUnknown } }

    private var isUnknown: Bool {
        let (total, completed) = (counts.totalUnitCount, counts.completedUnitCount)
        return total < 0 || completed < 0 || (total == 0 && completed == 0)
    }

    override var isFinished: Bool { progressLock.withLock { super.isFinished } }

    // MARK: Children

    // Foundation's own methods call the children; so these do in its place what it does, and call them under no lock. A child
    // that is added at the same time is called by one of the two: which, says who has the lock first.

    override var isCancelled: Bool {
        get { progressLock.withLock { super.isCancelled && !isAddingChild } }
        set { change { super.isCancelled = newValue } }
    }

    override var isPaused: Bool {
        get { progressLock.withLock { super.isPaused && !isAddingChild } }
        set { progressLock.withLock { super.isPaused = newValue } }
    }

    override func cancel() {
        let children = change {
            super.isCancelled = true
            return self.children.all
        }
        callElsewhere(cancellationHandler)
        for child in children where !child.isFinished { child.cancel() }
    }

    override func pause() {
        let children = progressLock.withLock {
            super.isPaused = true
            return self.children.all
        }
        callElsewhere(pausingHandler)
        for child in children where !child.isFinished { child.pause() }
    }

    override func resume() {
        let children = progressLock.withLock {
            super.isPaused = false
            return self.children.all
        }
        callElsewhere(resumingHandler)
        for child in children where !child.isFinished { child.resume() }
    }

    override func addChild(_ child: Progress, withPendingUnitCount count: Int64) {
        let (isCancelled, isPaused) = progressLock.withLock {
            isAddingChild = true
            defer { isAddingChild = false }
            super.addChild(child, withPendingUnitCount: count)
            children.insert(child)
            return (super.isCancelled, super.isPaused)
        }
        if isCancelled { child.cancel() }
        if isPaused { child.pause() }
    }

    /// Where Foundation calls its handlers.
    private func callElsewhere(_ handler: (() -> Void)?) {
        guard let handler else { return }
        // Foundation's property doesn't say so, and its own progress does the same.
        nonisolated(unsafe) let call = handler
        DispatchQueue.global().async { call() }
    }
}
