private import AdvancedOperations
private import ConcurrencyPrimitives
internal import DownloadCore
private import DownloadOperations
internal import RandomNumbers

/// A download that is cancelled at a moment that was drawn.
final class StressVictim: Sendable {
    /// When it is cancelled.
    private enum Moment: Sendable {
        case beforeItIsAdded
        case received(UInt64)
        case phase(DownloadProgress.Phase)
        /// Nanoseconds after it was added.
        case afterItIsAdded(UInt64)
        /// Nanoseconds after it has begun.
        case afterItBegins(UInt64)
    }

    private struct State: Sendable {
        var item: (any FetchedItem)?
        var design: DownloadDesign?
        var queue = ""
        var isDue = false
        var hasBegun = false
        /// When it was cancelled, and whether it had begun by then.
        var cancelled: (time: UInt64, hadBegun: Bool)?
        var ended: UInt64?
        var outcome: DownloadOutcome?
    }

    private let moment: Moment
    /// Whether another thread cancels it, or the one that finds that it is time.
    private let isCancelledElsewhere: Bool
    private let plan: DownloadPlan
    private let state = Mutex(State())

    init(number: Int, plan: DownloadPlan, _ random: inout Xoshiro256) {
        self.plan = plan
        isCancelledElsewhere = Bool.random(using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: moment = .beforeItIsAdded
        case 1...4: moment = .received(UInt64.random(in: 0..<1_000_000, using: &random))
        case 5, 6:
            moment = .phase(
                [.connecting, .receiving, .checking, .finished, .failed].randomElement(using: &random)!)
        case 7: moment = .afterItIsAdded(UInt64.random(in: 0..<20_000_000, using: &random))
        default: moment = .afterItBegins(UInt64.random(in: 0..<20_000_000, using: &random))
        }
    }

    /// What came of it, once it has ended.
    var outcome: DownloadOutcome? { state.withLock { $0.outcome } }

    /// From the cancel to the end, in nanoseconds, if it had begun when it was cancelled, and ended afterwards.
    var latency: UInt64? {
        state.withLock { state in
            guard let cancelled = state.cancelled, cancelled.hadBegun, let ended = state.ended,
                ended >= cancelled.time
            else { return nil }
            return ended - cancelled.time
        }
    }

    /// What it was, for people.
    var story: String {
        state.withLock { state in
            "\(plan.request.text), \(state.design?.rawValue ?? "") on \(state.queue), cancelled at \(moment)"
        }
    }

    func add(to queue: any FetchQueue, called name: String, _ options: FetchOptions) -> any FetchedItem {
        var plan = plan
        state.withLock { ($0.design, $0.queue) = (options.design, name) }
        plan.meter = ProgressMeter { [weak self] in self?.look(at: $0) }
        let item = queue.add(plan, options)
        let isDue = state.withLock { state in
            if state.ended == nil { state.item = item }
            return state.isDue
        }
        switch moment {
        case .beforeItIsAdded: cancel()
        // It was due before there was anything to cancel.
        case _ where isDue: cancel()
        case .afterItIsAdded(let time): cancel(after: time)
        default: break
        }
        return item
    }

    private func cancel(after time: UInt64) {
        _ = MonotonicOperationClock().schedule(after: .nanoseconds(time)) { self.cancel() }
    }

    private func look(at progress: DownloadProgress) {
        let isTime =
            switch moment {
            case .beforeItIsAdded, .afterItIsAdded, .afterItBegins: false
            case .received(let count): progress.received >= count
            case .phase(let phase): progress.phase == phase
            }
        let (begins, isDue) = state.withLock { state in
            defer { (state.hasBegun, state.isDue) = (true, state.isDue || isTime) }
            return (!state.hasBegun, isTime && !state.isDue)
        }
        if begins { begin() }
        guard isDue else { return }
        if isCancelledElsewhere { WorkerThread.start { self.cancel() } } else { cancel() }
    }

    private func begin() {
        switch moment {
        case .afterItBegins(let time): cancel(after: time)
        case .received, .phase:
            // What never comes to its moment, as with a server that is silent, is cancelled some time.
            cancel(after: 200_000_000)
        case .beforeItIsAdded, .afterItIsAdded: break
        }
    }

    private func cancel() {
        let item = state.withLock { state -> (any FetchedItem)? in
            guard let item = state.item, state.cancelled == nil else { return nil }
            state.cancelled = (MonotonicClock.now, item.plan.meter.progress.phase != .waiting)
            return item
        }
        item?.cancel()
    }

    func didEnd(_ item: any FetchedItem) {
        state.withLock { state in
            state.ended = MonotonicClock.now
            state.outcome = item.outcome
            state.item = nil
        }
    }
}
