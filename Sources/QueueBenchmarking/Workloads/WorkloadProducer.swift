private import CPlatform
internal import ConcurrencyPrimitives
internal import Operations

/// Adds the operations of one lane to a queue.
///
/// Not thread-safe: one thread or task uses it.
struct WorkloadProducer<Subject: BenchmarkSubject> {
    typealias Operation = Subject.Queue.Operation

    let subject: Subject
    let queue: Subject.Queue
    let lane: WorkloadLane
    /// The priorities of ``Workload/priorities``.
    let priorities: [Operation.QueuePriority]
    /// How long an operation may take to end before somebody looks whether the queue has lost it.
    let patience: Duration

    /// The last operations, each at its index modulo their number, or all of them if they are recorded.
    private var recent: [Operation?] = []
    /// How late each call was, where operations arrive at given times.
    private(set) var lateness = LatencyHistogram()
    /// The processor time with which the thread awaited the times, in nanoseconds.
    private(set) var waitingNanoseconds: UInt64 = 0

    init(
        _ subject: Subject, _ queue: Subject.Queue, _ lane: WorkloadLane,
        _ priorities: [Operation.QueuePriority], patience: Duration
    ) {
        self.subject = subject
        self.queue = queue
        self.lane = lane
        self.priorities = priorities
        self.patience = patience
        recent = Array(repeating: nil, count: lane.workload.dependencies.reach)
    }

    // MARK: Closed

    /// Adds all, one after the other. Blocks the thread while there is no room.
    mutating func addAll() {
        makeRecorded()
        for index in 0..<lane.count {
            guard waitForRoom(for: index) else { return }
            add(index, due: MonotonicClock.now)
        }
    }

    /// The same in a task.
    mutating func addAll() async {
        makeRecorded()
        for index in 0..<lane.count {
            while let other = lane.missing(for: index) {
                guard let end = lane.end(of: other) else { continue }
                let timer = lookout(end)
                await end.wait()
                timer.cancel()
                if !lane.hasEnded(other) { return }
            }
            add(index, due: MonotonicClock.now)
        }
    }

    // MARK: Open

    /// So much before a time the thread no longer sleeps: the kernel may wake it late.
    private static var wakeUpNanoseconds: UInt64 { 150_000 }

    /// Adds all at their times. Blocks the thread.
    ///
    /// - Parameters:
    ///   - times: The times.
    ///   - origin: The time from which they count.
    mutating func addAll(at times: WorkloadArrival.Times, from origin: UInt64) throws {
        makeRecorded()
        var times = times
        for index in 0..<lane.count {
            let due = origin + times.time(of: index)
            wait(until: due)
            // If there is no room the operation is late, which its latency includes.
            guard waitForRoom(for: index) else { return }
            try lateness.record(MonotonicClock.now - due)
            add(index, due: due)
        }
    }

    private mutating func wait(until due: UInt64) {
        var now = MonotonicClock.now
        guard now < due else { return }
        let used = oplab_thread_cpu_nanoseconds()
        if due - now > 2 * Self.wakeUpNanoseconds { oplab_pause(due - now - Self.wakeUpNanoseconds) }
        while now < due { now = MonotonicClock.now }
        waitingNanoseconds += oplab_thread_cpu_nanoseconds() - used
    }

    // MARK: Room

    /// Blocks the thread until another operation may be added; returns whether it may.
    private func waitForRoom(for index: Int) -> Bool {
        while let other = lane.missing(for: index) {
            guard let end = lane.end(of: other) else { continue }
            let timer = lookout(end)
            end.waitBlocking()
            timer.cancel()
            if !lane.hasEnded(other) { return false }
        }
        return true
    }

    /// After some time, waits until the queue is idle, and then ends the producer's wait: if the operation hasn't run by
    /// then, the queue has lost it.
    private func lookout(_ end: Latch) -> DeadlineTimer {
        let queue = queue
        return DeadlineTimer(after: patience) {
            startTask {
                await queue.waitUntilAllOperationsAreFinished()
                end.open()
            }
        }
    }

    // MARK: One operation

    private mutating func makeRecorded() {
        guard lane.workload.dependencies.isRecorded else { return }
        recent = (0..<lane.count).map { make($0, isCancelled: lane.workload.isCancelled(lane.first + $0)) }
        for index in 0..<lane.count {
            lane.forEachDependency(of: index) { recent[index]!.addDependency(recent[$0]!) }
        }
    }

    private func make(_ index: Int, isCancelled: Bool) -> Operation {
        let mark = WorkloadMark(lane)
        if isCancelled {
            let run = CancelledRun()
            return subject.makeOperation { mark.runCancelled(index, run) }
        }
        return subject.makeOperation { mark.run(index) }
    }

    private mutating func add(_ index: Int, due: UInt64) {
        let workload = lane.workload
        lane.prepare(index, due: due)
        let isCancelled = workload.isCancelled(lane.first + index)
        let priority = workload.priority(of: lane.first + index)
        if recent.isEmpty, !isCancelled, priority == nil {
            let mark = WorkloadMark(lane)
            return queue.addOperation { mark.run(index) }
        }
        let operation: Operation
        if workload.dependencies.isRecorded {
            operation = recent[index]!
            recent[index] = nil
        } else {
            operation = make(index, isCancelled: isCancelled)
            lane.forEachDependency(of: index) { operation.addDependency(recent[$0 % recent.count]!) }
            if !recent.isEmpty { recent[index % recent.count] = operation }
        }
        if let priority { operation.queuePriority = priorities[priority] }
        let isEarly = workload.cancellation?.isBeforeAdding == true
        if isCancelled, isEarly { operation.cancel() }
        queue.addOperation(operation)
        if isCancelled, !isEarly { operation.cancel() }
    }
}
