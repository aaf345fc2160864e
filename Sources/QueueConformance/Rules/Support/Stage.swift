private import ConcurrencyPrimitives
internal import Operations

/// What a check plays its scenario on: makes queues and named operations of one subject, and makes the
/// calls to them so that they stand in the history.
///
/// A stage belongs to one check and is used from its task; it keeps the queues that it made, since whether a
/// queue outlives its last reference is a rule of its own (8.8).
struct Stage<Subject: ConformanceSubject>: Sendable {
    typealias Queue = Subject.Queue
    typealias Operation = Subject.Queue.Operation
    typealias Traced = TracedOperation<Operation>

    let subject: Subject
    let probe: Probe
    private let caller: CallLane
    private let capabilities: QueueCapabilities
    private let queues = Kept<any OperationQueueProtocol>()

    private final class Kept<Element: Sendable>: Sendable {
        let elements = Mutex<[Element]>([])
    }

    init(_ subject: Subject, _ probe: Probe) {
        self.subject = subject
        self.probe = probe
        caller = probe.lane()
        capabilities = subject.makeQueue().capabilities
    }

    func can(_ capability: QueueCapability) -> Bool { capabilities.contains(capability) }

    // MARK: Making

    /// A queue with that limit, suspended or not, once it has taken both in.
    func queue(_ label: String = "queue", limit: Int? = nil, suspended: Bool = false) async -> Queue {
        let queue = subject.makeQueue()
        queues.elements.withLock { $0.append(queue) }
        if let limit = ProcessorCount.limit(unless: limit, capabilities) {
            await setLimit(limit, of: queue, called: label)
        }
        if suspended { await setSuspended(true, queue, called: label) }
        return queue
    }

    /// A queue of another kind that runs the same operations; nil if the subject has none.
    func otherKindOfQueue() -> Subject.OtherQueue? {
        guard let queue = subject.makeOtherKindOfQueue() else { return nil }
        queues.elements.withLock { $0.append(queue) }
        return queue
    }

    /// An operation whose body is stamped, and does `work` between the stamps.
    func operation(_ label: String, _ work: @escaping @Sendable (Operation) -> Void = { _ in }) -> Traced {
        let gate = OperationGate(label: label)
        return traced(label, gate) { operation in
            gate.began.open()
            work(operation)
        }
    }

    /// An operation whose body waits to be let go. A second run of the body, which no rule allows, doesn't
    /// wait, so that it blocks no thread that the check needs.
    func held(_ label: String, then work: @escaping @Sendable (Operation) -> Void = { _ in }) -> Traced {
        let gate = OperationGate(label: label)
        return traced(label, gate) { operation in
            let isFirst = !gate.began.isOpen
            gate.began.open()
            if isFirst { gate.release.waitBlocking() }
            work(operation)
        }
    }

    /// An operation with a replaced `start`, which returns at once; it ends when it is let go.
    ///
    /// - Parameters:
    ///   - announcesExecuting: Whether it says that it is executing, as it should but need not.
    ///   - endsAtOnce: Whether it announces its end before `start` returns.
    func overridden(
        _ label: String, announcesExecuting: Bool = true, endsAtOnce: Bool = false
    ) -> Traced {
        let gate = OperationGate(label: label)
        let trace = probe.trace(label)
        let operation = subject.makeStartOverride { _, control in
            trace.begin()
            if announcesExecuting { control.announceExecuting() }
            if endsAtOnce {
                trace.end()
                control.announceFinished()
            } else {
                gate.keep(control)
            }
            gate.began.open()
        }
        return Traced(label: label, operation: operation, trace: trace, gate: gate)
    }

    private func traced(
        _ label: String, _ gate: OperationGate, _ body: @escaping @Sendable (Operation) -> Void
    ) -> Traced {
        let trace = probe.trace(label)
        let operation = subject.makeOperation { operation in trace.run { body(operation) } }
        return Traced(label: label, operation: operation, trace: trace, gate: gate)
    }

    // MARK: Calling

    /// Sets whether the queue is suspended, and returns when it is.
    func setSuspended(_ suspended: Bool, _ queue: Queue, called label: String = "queue") async {
        caller.call("\(label).setSuspended(\(suspended))") { queue.setSuspended(suspended) }
        _ = await queue.isSuspended
    }

    /// Sets the limit, and returns when it holds.
    func setLimit(_ limit: Int, of queue: Queue, called label: String = "queue") async {
        caller.call("\(label).setMaxConcurrentOperationCount(\(limit))") {
            queue.setMaxConcurrentOperationCount(limit)
        }
        _ = await queue.maxConcurrentOperationCount
    }

    func add(_ operations: Traced..., to queue: Queue, called label: String = "queue") {
        add(operations, to: queue, called: label)
    }

    func add<AnyQueue: OperationQueueProtocol>(
        _ operations: [Traced], to queue: AnyQueue, called label: String = "queue"
    ) where AnyQueue.Operation == Operation {
        // What has finished before it was added can't be added: misuse, where the queue broke another rule.
        for added in operations where !added.operation.isFinished {
            caller.call("\(label).addOperation(\(added.label))") { queue.addOperation(added.operation) }
        }
    }

    func cancel(_ operations: Traced...) { cancel(operations) }

    func cancel(_ operations: [Traced]) {
        for cancelled in operations {
            caller.call("\(cancelled.label).cancel()") { cancelled.operation.cancel() }
        }
    }

    /// Cancels everything in the queue, and returns when the queue has taken it in.
    func cancelAll(_ queue: Queue, called label: String = "queue") async {
        cancelAllAtOnce(queue, called: label)
        _ = await queue.maxConcurrentOperationCount
    }

    /// Cancels everything in the queue; an actor may take it in later.
    func cancelAllAtOnce(_ queue: Queue, called label: String = "queue") {
        caller.call("\(label).cancelAllOperations()") { queue.cancelAllOperations() }
    }

    func make(_ dependent: Traced, dependOn dependencies: Traced...) {
        for dependency in dependencies {
            caller.call("\(dependent.label).addDependency(\(dependency.label))") {
                dependent.operation.addDependency(dependency.operation)
            }
        }
    }

    func remove(_ dependency: Traced, from dependent: Traced) {
        caller.call("\(dependent.label).removeDependency(\(dependency.label))") {
            dependent.operation.removeDependency(dependency.operation)
        }
    }

    /// Starts the operation by hand on a thread of its own, and returns when `start` has.
    func start(_ traced: Traced) async throws {
        let lane = probe.lane("starter")
        try await probe.onThread("\(traced.label).start() to return") {
            lane.call("\(traced.label).start()") { traced.operation.start() }
        }
    }

    /// Lets a held operation, or one with a replaced `start`, come to its end.
    func letGo(_ operations: Traced...) async throws {
        for traced in operations {
            if let control = traced.gate.takeControl() {
                let lane = probe.lane("announcer")
                try await probe.onThread("\(traced.label) to announce that it has finished") {
                    traced.trace.end()
                    lane.call("\(traced.label) announces finished") { control.announceFinished() }
                }
            }
            traced.gate.release.open()
        }
    }
}
