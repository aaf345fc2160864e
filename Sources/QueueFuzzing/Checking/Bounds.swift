/// Bounds for the times of what isn't seen: when an operation may have started, and when it may have finished.
///
/// The start of an operation that a body follows lies between ``earliestStart(_:)`` and the body's begin. A lower bound takes
/// into account only what certainly held the operation back.
struct Bounds {
    /// A lower bound, and the sentence from which it follows.
    struct Start: Hashable {
        var time: Int
        /// Nil if only the adding bounds it.
        var sentence: ModelSentence?
        /// The operation that has to finish before.
        var other: Int?
    }

    let timeline: Timeline
    private let starts: [Start]
    private let finishes: [Int]

    /// - Complexity: O(operations · dependencies · settings²).
    init(_ timeline: Timeline) {
        self.timeline = timeline
        let all = timeline.operations.indices
        // The finish of an operation with a body is seen; a bodiless one finishes by a cancel, whatever it depends on.
        let finishes = all.map { Self.earliestFinish($0, timeline) }
        self.finishes = finishes
        starts = all.map { Self.earliestStart($0, timeline, finishes) }
    }

    /// The first time at which the operation may have started to execute its body.
    func earliestStart(_ operation: Int) -> Start { starts[operation] }

    /// The first time at which the operation may have been finished; ``Interval/never`` if it can't have.
    func earliestFinish(_ operation: Int) -> Int { finishes[operation] }

    /// A time at which the operation had certainly finished; ``Interval/never`` if none is known.
    func latestFinish(_ operation: Int) -> Int {
        let own = timeline.operations[operation]
        var times =
            own.waits.map(\.to)
            + own.reads.filter { $0.property == .isFinished && $0.value }.map(\.interval.to)
        times += own.completions.prefix(1)
        if own.isByHand, let entry = own.entry { times.append(entry.to) }
        if let queue = own.queue, let entry = own.entry {
            times += timeline.queues[queue].waits.filter { entry.precedes($0) }.map(\.to)
        }
        return times.min() ?? Interval.never
    }

    private static func earliestFinish(_ operation: Int, _ timeline: Timeline) -> Int {
        let own = timeline.operations[operation]
        guard let entry = own.entry else { return Interval.never }
        if !own.begins.isEmpty { return own.ends.first ?? Interval.never }
        let cancel = timeline.firstCancel(of: operation)
        if cancel == Interval.never { return cancel }
        // It is started in its turn (2.17), so not while the queue is stopped (7.3). The start may precede the cancel (2.14).
        return max(cancel, running(entry.from, own.queue, timeline).time)
    }

    /// The first time from `time` on at which the queue may start something.
    private static func running(_ time: Int, _ queue: Int?, _ timeline: Timeline) -> Start {
        guard let queue else { return Start(time: time) }
        var start = Start(time: time)
        while start.time != Interval.never {
            let resumed = timeline.queues[queue].isSuspended.first(from: start.time) { $0 == 0 }
            let raised = timeline.queues[queue].limit.first(from: start.time) { $0 != 0 }
            if max(resumed, raised) <= start.time { break }
            start = Start(
                time: max(resumed, raised), sentence: resumed >= raised ? .suspension : .limitZero)
        }
        return start
    }

    private static func earliestStart(_ operation: Int, _ timeline: Timeline, _ finishes: [Int]) -> Start {
        let own = timeline.operations[operation]
        guard let entry = own.entry else { return Start(time: Interval.never, sentence: .cancelledNeverRuns) }
        var start = Start(time: entry.from)
        while true {
            let before = start
            for (other, edge) in own.edges where edge.to < start.time && finishes[other] > start.time {
                let begin = own.begins.first?.time ?? Interval.never
                let isRemoved = own.removals.contains {
                    $0.other == other && $0.interval.from < begin && !$0.interval.precedes(edge)
                }
                if isRemoved { continue }
                start = Start(time: finishes[other], sentence: .dependencies, other: other)
            }
            for other in timeline.operations.indices
            where timeline.isAdded(other, before: operation) && finishes[other] > start.time {
                if timeline.isBarrier(other) {
                    start = Start(time: finishes[other], sentence: .barrierHolds, other: other)
                } else if timeline.isBarrier(operation) {
                    start = Start(time: finishes[other], sentence: .barrierWaits, other: other)
                }
            }
            let running = running(start.time, own.queue, timeline)
            if running.time > start.time { start = running }
            if start == before { return start }
        }
    }
}
