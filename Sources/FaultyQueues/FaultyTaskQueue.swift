internal import ConcurrencyPrimitives

/// A queue of closures under one lock, to plant defects in.
///
/// A closure runs in the task that adding it returned. First that task awaits its turn. So it is cancelled, and raised in
/// priority, like any other task.
///
/// What waits and what runs is read and written under the lock. A turn is decided once, by whoever fulfills its promise first: the
/// queue, which lets the closure run, or whoever cancels it.
public final class FaultyTaskQueue: Sendable {
    /// A closure in the queue.
    final class Member: Sendable {
        let isBarrier: Bool
        /// What it returns its room to, when it leaves the queue.
        let room: FaultyTaskRoom?
        /// True when it may run; false when it was cancelled before that.
        let turn = Promise<Bool>()
        /// Set before it enters the queue.
        let task = Mutex<Task<Int, any Error>?>(nil)

        init(isBarrier: Bool, room: FaultyTaskRoom?) { (self.isBarrier, self.room) = (isBarrier, room) }

        func cancel() { task.withLock { $0 }?.cancel() }
    }

    private struct State {
        var waiting: [Member] = []
        var running: [Member] = []
        /// How many have entered.
        var entered = 0
        /// Places that a defect has lost.
        var lost = 0
    }

    /// The queue whose closure the task runs.
    @TaskLocal static var current: FaultyTaskQueue?

    let width: Int
    let defect: Defect?
    let room: FaultyTaskRoom
    private let state = Mutex(State())

    /// - Parameters:
    ///   - width: How many closures run at a time.
    ///   - capacity: How many there can be before adding waits, where it does.
    init(width: Int, capacity: Int = .max, defect: Defect?) {
        (self.width, self.defect) = (width, defect)
        room = FaultyTaskRoom(capacity, defect)
    }

    /// Whether no closure more could start now.
    var isBusy: Bool { state.withLock { $0.running.count >= width } }

    func enter(_ member: Member) {
        state.withLock { state in
            state.entered += 1
            if defect == .everyHundredthTaskIsLost, state.entered.isMultiple(of: 100) { return }
            state.waiting.insert(member, at: defect == .tasksStartLastFirst ? 0 : state.waiting.count)
            admit(&state)
        }
    }

    /// Takes out a closure that was cancelled, if it hasn't had its turn.
    func withdraw(_ member: Member) {
        if defect == .cancelledTaskRuns { return }
        guard member.turn.fulfill(false) else { return }
        let next = state.withLock { state in
            state.waiting.removeAll { $0 === member }
            if defect == .withdrawnTaskKeepsPlace { state.lost += 1 }
            admit(&state)
            return state.waiting.first
        }
        member.room?.giveBack()
        if defect == .cancelledTaskCancelsNext { next?.cancel() }
    }

    /// Takes out a closure that has ended.
    func leave(_ member: Member) {
        state.withLock { state in
            state.running.removeAll { $0 === member }
            admit(&state)
        }
        member.room?.giveBack()
    }

    /// Cancels what is in the queue.
    func cancelAll() {
        let members = state.withLock { state in
            defect == .cancelAllTasksSparesWaiting ? state.running : state.waiting + state.running
        }
        for member in members { member.cancel() }
    }

    private func admit(_ state: inout State) {
        while let first = state.waiting.first, mayStart(first, state) {
            state.waiting.removeFirst()
            if first.turn.fulfill(true) { state.running.append(first) }
        }
    }

    private func mayStart(_ member: Member, _ state: State) -> Bool {
        var places = width - state.lost
        if defect == .oneTaskTooMany { places += 1 }
        if defect == .taskWidthIsNotReached, width > 1 { places -= 1 }
        if state.running.count >= places { return false }
        if defect != .taskBarrierHoldsNothing, state.running.contains(where: \.isBarrier) { return false }
        return !member.isBarrier || state.running.isEmpty || defect == .taskBarrierWaitsForNone
    }
}

extension Defect {
    static let tasksStartLastFirst = Defect(
        "tasksStartLastFirst", .taskQueues, "of closures that wait, the last that was added starts first",
        caughtBy: "13.1", "13.9")
    static let oneTaskTooMany = Defect(
        "oneTaskTooMany", .taskQueues, "one closure more than the width runs at a time",
        caughtBy: "13.1", "13.2", "13.4", "13.6", "13.10", "13.13", "13.14")
    static let taskWidthIsNotReached = Defect(
        "taskWidthIsNotReached", .taskQueues, "one closure fewer than the width runs at a time",
        caughtBy: "13.10", "13.13")
    static let everyHundredthTaskIsLost = Defect(
        "everyHundredthTaskIsLost", .taskQueues, "every hundredth closure is lost", caughtBy: "13.1", "13.2",
        "13.10", "13.16")
    static let cancelledTaskRuns = Defect(
        "cancelledTaskRuns", .taskQueues, "a closure that is cancelled before it starts runs",
        caughtBy: "13.4", "13.6", "13.13")
    static let withdrawnTaskKeepsPlace = Defect(
        "withdrawnTaskKeepsPlace", .taskQueues,
        "a closure that is cancelled before it starts takes a place for ever",
        caughtBy: "13.5", "13.6", "13.13")
    static let cancelledTaskCancelsNext = Defect(
        "cancelledTaskCancelsNext", .taskQueues, "with a closure that waits, the next one is cancelled",
        caughtBy: "13.5")
    static let cancelAllTasksSparesWaiting = Defect(
        "cancelAllTasksSparesWaiting", .taskQueues, "cancelling all cancels only closures that run",
        caughtBy: "13.6")
    static let taskBarrierHoldsNothing = Defect(
        "taskBarrierHoldsNothing", .taskQueues, "closures start beside a barrier that runs", caughtBy: "13.9")
    static let taskBarrierWaitsForNone = Defect(
        "taskBarrierWaitsForNone", .taskQueues, "a barrier starts beside closures that run", caughtBy: "13.9")
}
