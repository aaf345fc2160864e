/// A history by operation and by queue: when each was added, began and ended, and what each call was told.
///
/// Made once for each history, in O(events).
struct Timeline {
    /// What happened to one operation, or one barrier.
    struct Operation {
        /// How the operation came into its queue, or was started by hand. Nil if that never happened.
        var entry: Interval?
        /// The queue that it was added to; nil if it was started by hand.
        var queue: Int?
        /// Its place among those that one call has added.
        var place = 0
        /// The call that added it, or started it by hand.
        var entryThread: Int32 = 0
        var isByHand = false
        var begins: [(time: Int, thread: Int32)] = []
        var ends: [Int] = []
        var completions: [Int] = []
        var cancels: [Interval] = []
        var edges: [(other: Int, interval: Interval)] = []
        var removals: [(other: Int, interval: Interval)] = []
        var priorities: Register
        var reads: [(property: FuzzCall.Property, value: Bool, interval: Interval)] = []
        /// Waits for the operation.
        var waits: [Interval] = []
        /// Further calls of `start()`.
        var startsAgain: [Interval] = []
    }

    /// What happened to one queue.
    struct Queue {
        var limit: Register
        var isSuspended = Register(0)
        var cancelAlls: [Interval] = []
        var waits: [Interval] = []
        var counts: [(value: Int, interval: Interval)] = []
        var limitReads: [(value: Int, interval: Interval)] = []
        var suspendedReads: [(value: Int, interval: Interval)] = []
    }

    let program: FuzzProgram
    let hasEnded: Bool
    let end: Int
    private(set) var operations: [Operation]
    private(set) var queues: [Queue]

    init(_ history: FuzzHistory, of program: FuzzProgram) {
        self.program = program
        hasEnded = history.hasEnded
        end = history.events.count
        operations = program.operations.map { Operation(priorities: Register($0.priority)) }
        queues = program.limits.map { Queue(limit: Register($0)) }
        var returns: [Int: (time: Int, value: Int?)] = [:]
        for (time, event) in history.events.enumerated() {
            if case .returned(let id, let value) = event.kind { returns[id] = (time, value) }
        }
        for (time, event) in history.events.enumerated() {
            switch event.kind {
            case .invoked(let id, let call):
                let interval = Interval(time, returns[id]?.time ?? Interval.never)
                note(call, interval, returns[id]?.value, event.thread)
            case .returned: break
            case .began(let operation): operations[operation].begins.append((time, event.thread))
            case .ended(let operation): operations[operation].ends.append(time)
            case .completed(let operation): operations[operation].completions.append(time)
            }
        }
    }

    private mutating func note(_ call: FuzzCall, _ interval: Interval, _ value: Int?, _ thread: Int32) {
        switch call {
        case .add(let operation, let queue): enter([operation], queue, interval, thread)
        case .addMany(let operations, let queue, let waits):
            // What the call waits for isn't a part of adding, but when the adding was over isn't known.
            enter(operations, queue, interval, thread)
            if waits { for operation in operations { self.operations[operation].waits.append(interval) } }
        case .start(let operation):
            operations[operation].entry = interval
            operations[operation].entryThread = thread
            operations[operation].isByHand = true
        case .startAgain(let operation):
            operations[operation].startsAgain.append(interval)
            operations[operation].waits.append(interval)
        case .addDependency(let operation, let other): operations[operation].edges.append((other, interval))
        case .removeDependency(let operation, let other):
            operations[operation].removals.append((other, interval))
        case .cancel(let operation): operations[operation].cancels.append(interval)
        case .cancelAll(let queue): queues[queue].cancelAlls.append(interval)
        case .setPriority(let operation, let priority):
            operations[operation].priorities.write(priority, interval)
        case .setLimit(let queue, let limit): queues[queue].limit.write(limit, interval)
        case .setSuspended(let queue, let suspended):
            queues[queue].isSuspended.write(suspended ? 1 : 0, interval)
        case .wait(let operation): operations[operation].waits.append(interval)
        case .waitForAll(let queue): queues[queue].waits.append(interval)
        case .read(let operation, let property):
            if let value { operations[operation].reads.append((property, value != 0, interval)) }
        case .readCount(let queue):
            if let value { queues[queue].counts.append((value, interval)) }
        case .readLimit(let queue):
            if let value { queues[queue].limitReads.append((value, interval)) }
        case .readSuspended(let queue):
            if let value { queues[queue].suspendedReads.append((value, interval)) }
        case .release: break
        }
    }

    private mutating func enter(_ entered: [Int], _ queue: Int, _ interval: Interval, _ thread: Int32) {
        for (place, operation) in entered.enumerated() {
            operations[operation].entry = interval
            operations[operation].queue = queue
            operations[operation].place = place
            operations[operation].entryThread = thread
        }
    }

    // MARK: Questions

    func isBarrier(_ operation: Int) -> Bool { program.operations[operation].isBarrier }

    /// The calls that may have cancelled the operation: its own, and those that cancel all of its queue, unless they returned
    /// before it was added.
    func cancels(of operation: Int) -> [Interval] {
        let own = operations[operation]
        guard let queue = own.queue, let entry = own.entry else { return own.cancels }
        return own.cancels + queues[queue].cancelAlls.filter { !$0.precedes(entry) }
    }

    /// The first time at which a cancel may have taken effect; ``Interval/never`` if there was none.
    func firstCancel(of operation: Int) -> Int {
        cancels(of: operation).map(\.from).min() ?? Interval.never
    }

    /// Whether `operation` was certainly added to the queue before `other`.
    func isAdded(_ operation: Int, before other: Int) -> Bool {
        guard let first = operations[operation].entry, let second = operations[other].entry,
            operations[operation].queue == operations[other].queue
        else { return false }
        return first.precedes(second)
            || (first == second && operations[operation].place < operations[other].place)
    }

    /// The operations of a queue.
    func members(of queue: Int) -> [Int] { operations.indices.filter { operations[$0].queue == queue } }
}
