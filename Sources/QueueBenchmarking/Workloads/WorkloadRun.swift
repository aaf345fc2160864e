internal import ConcurrencyPrimitives
internal import Operations

/// One run of a workload.
final class WorkloadRun<Subject: BenchmarkSubject>: Sendable {
    typealias Priority = Subject.Queue.Operation.QueuePriority

    private let workload: Workload
    private let subject: Subject
    private let ledger: WorkloadLedger
    private let priorities: [Priority]
    private let patience: Duration
    private let arrivals = Mutex(Arrivals())

    /// What producers that add at given times report.
    private struct Arrivals {
        var lateness = LatencyHistogram()
        var waitingNanoseconds: UInt64 = 0
        var origin: UInt64 = 0
        var error: (any Error)?
    }

    init(
        _ workload: Workload, _ subject: Subject, _ ledger: WorkloadLedger, _ priorities: [Priority],
        _ patience: Duration
    ) {
        self.workload = workload
        self.subject = subject
        self.ledger = ledger
        self.priorities = priorities
        self.patience = patience
    }

    private func producer(_ number: Int, of queue: Subject.Queue) -> WorkloadProducer<Subject> {
        WorkloadProducer(subject, queue, ledger.lanes[number], priorities, patience: patience)
    }

    // MARK: Driving

    /// Adds the operations and waits for them, and records the cost of both.
    ///
    /// - Returns: The queue; nil if it lived in a scope that has ended.
    func drive(_ recorder: RunRecorder) async throws -> Subject.Queue? {
        if workload.arrival.isOpen { return try await driveOpen(recorder) }
        guard case .task = subject.driver else {
            return await subject.drive(limit: workload.limit, recorder, producers: workload.producers) {
                queue, number in
                var producer = self.producer(number, of: queue)
                producer.addAll()
            }
        }
        let queue = subject.makeQueue(limit: workload.limit)
        await ProducerTask.run {
            await recorder.measure {
                let others = (1..<self.workload.producers).map { number in
                    startTask {
                        var producer = self.producer(number, of: queue)
                        await producer.addAll()
                    }
                }
                var first = self.producer(0, of: queue)
                await first.addAll()
                for other in others { await other.value }
                await queue.waitUntilAllOperationsAreFinished()
            }
        }
        return queue
    }

    /// Threads add the operations, for every queue: one that waits for a time occupies a processor.
    private func driveOpen(_ recorder: RunRecorder) async throws -> Subject.Queue? {
        let queue = subject.makeQueue(limit: workload.limit)
        let others = (1..<workload.producers).map { number in
            WaitingThread { self.addOpen(number, to: queue) }
        }
        await recorder.measure {
            await SystemThread.value {
                // The first are due in a millisecond, so that none is late from the start.
                let origin = MonotonicClock.now + 1_000_000
                self.arrivals.withLock { $0.origin = origin }
                for other in others { other.go() }
                self.addOpen(0, to: queue)
                for other in others { other.join() }
            }
            await subject.use(queue) {}
        }
        if let error = arrivals.withLock({ $0.error }) { throw error }
        return queue
    }

    private func addOpen(_ number: Int, to queue: Subject.Queue) {
        var producer = producer(number, of: queue)
        let origin = arrivals.withLock { $0.origin }
        let result = Result {
            try producer.addAll(at: WorkloadArrival.Times(workload, producer: number), from: origin)
        }
        let (lateness, waiting) = (producer.lateness, producer.waitingNanoseconds)
        arrivals.withLock { arrivals in
            arrivals.lateness.merge(lateness)
            arrivals.waitingNanoseconds += waiting
            if case .failure(let error) = result { arrivals.error = error }
        }
    }

    // MARK: The outcome

    /// The result of a run that passed its check.
    func outcome(_ recorder: RunRecorder) -> RunOutcome {
        let arrivals = arrivals.withLock { $0 }
        let readings = recorder.readings(operations: workload.operations).map { reading in
            // The time for which producers spin is not the queue's.
            guard reading.metric == .processCPUTime, let value = reading.value else { return reading }
            let waiting = Double(arrivals.waitingNanoseconds) / Double(workload.operations)
            return Reading(.processCPUTime, max(0, value - waiting))
        }
        if recorder.purpose == .memory { return .passed(readings) }
        var latencies = LatencyHistogram()
        for lane in ledger.lanes {
            lane.takeRest()
            latencies.merge(lane.latencies)
        }
        guard workload.arrival.isOpen else {
            return .passed(readings + latencies.readings(.latency), latency: latencies)
        }
        let last = ledger.lanes.map(\.lastBegin).max() ?? 0
        let taken = Double(max(last, arrivals.origin) - arrivals.origin)
        let planned = workload.arrival.seconds(workload.operations) * 1e9
        let count = Double(workload.operations)
        return .passed(
            readings + latencies.readings(.latency) + arrivals.lateness.readings(.lateness) + [
                Reading(.offeredRate, planned > 0 ? count * 1e9 / planned : nil),
                Reading(.achievedRate, taken > 0 ? count * 1e9 / taken : nil),
            ], latency: latencies,
            flags: OpenLoop.isOverloaded(after: taken, planned: planned) ? [.overloaded] : [])
    }
}
