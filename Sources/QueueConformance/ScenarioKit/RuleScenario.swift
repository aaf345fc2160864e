internal import ConcurrencyPrimitives
import Operations

/// What a check builds of one subject, queues, operations and latches, and how that is taken apart again.
///
/// A scenario is a value that ``run(_:_:part:_:)`` hands to a check and takes apart when the check has ended. Its calls
/// are recorded in the probe's history. A call that sets a property of a queue is followed by a question to the queue,
/// since an actor takes calls as events (see ``OperationQueueProtocol``).
///
/// One task uses a scenario. Bodies may keep it: it holds no operation once it has been taken apart.
struct RuleScenario<Subject: ConformanceSubject>: Sendable {
    typealias Queue = Subject.Queue
    typealias Operation = Subject.Queue.Operation
    /// An operation of this scenario.
    typealias Member = ScenarioOperation<Operation>

    /// What is there to be taken apart.
    struct Content: Sendable {
        var queues: [Queue] = []
        var otherQueues: [any BasicOperationQueue] = []
        var names: [ObjectIdentifier: String] = [:]
        var operations: [Member] = []
        var latches: [Latch] = []
    }

    private final class Storage: Sendable {
        let content = Mutex(Content())
    }

    let subject: Subject
    let probe: Probe
    /// Records the calls of the check's own task.
    let recorder: CallRecorder
    private let storage = Storage()

    private init(_ subject: Subject, _ probe: Probe) {
        self.subject = subject
        self.probe = probe
        recorder = probe.recorder()
    }

    /// Runs `check` with a new scenario, and takes the scenario apart if the rule held. If it didn't, latches are opened: a process
    /// of the check's own ends soon, and what a queue has broken may not let it rest.
    ///
    /// The history of the probe begins anew.
    ///
    /// - Parameters:
    ///   - part: Tells several scenarios of one check apart in messages: "limit 2".
    ///   - remains: What notes the scenario's queues and operations, if the rule held. Then the scenario only lets go of them: to
    ///     take it apart could free what the queue keeps.
    /// - Returns: What `check` does.
    @discardableResult
    static func run<Result>(
        _ subject: Subject, _ probe: Probe, part: String = "", leaving remains: Remains? = nil,
        _ check: (RuleScenario) async throws -> Result
    ) async throws -> Result {
        probe.forgetHistory()
        let scenario = RuleScenario(subject, probe)
        let result: Result
        do {
            result = try await check(scenario)
        } catch {
            scenario.openLatches()
            throw (error as? Violation)?.inPart(part) ?? error
        }
        if let remains {
            scenario.note(in: remains)
            scenario.openLatches()
            _ = scenario.takeContent()
        } else {
            try await scenario.dismantle()
        }
        return result
    }

    /// Whether the subject's queues claim that they can do this.
    func claims(_ capability: QueueCapability) -> Bool { subject.claims(capability) }

    // MARK: Queues

    /// A queue with that limit, suspended or not, once it has taken both in.
    ///
    /// - Parameters:
    ///   - label: The queue's name in the history.
    ///   - keepsItsLimit: Nothing is set that isn't asked for, so that the queue has its own limit on any machine.
    func queue(
        _ label: String = "queue", limit: Int? = nil, suspended: Bool = false, keepsItsLimit: Bool = false
    ) async -> Queue {
        let queue = subject.makeQueue()
        keep(queue, label)
        if let limit = keepsItsLimit
            ? limit : ProcessorCount.limit(unless: limit, whereItCanBeSet: claims(.concurrencyLimit))
        {
            await setLimit(of: queue, to: limit)
        }
        if suspended { await setSuspended(queue, true) }
        return queue
    }

    /// A queue of a fixed width, which the subject claims.
    func queue(width: Int) throws(NotClaimed) -> Queue {
        let queue =
            subject is any FixedWidthSubject
            ? subject.makeQueue()
            : try subject.widths.makeQueue(width: width)
        keep(queue, "queue")
        return queue
    }

    /// Keeps a queue until the end of the scenario, and its name for the history.
    private func keep(_ queue: Queue, _ label: String) {
        storage.content.withLock { content in
            content.queues.append(queue)
            content.names[ObjectIdentifier(queue)] = label
        }
    }

    /// A queue of another kind that runs the same operations; nil if the subject has none.
    func otherKindOfQueue(_ label: String) -> (any BasicOperationQueue<Operation>)? {
        guard let other = subject as? any OtherQueueSubject<Queue> else { return nil }
        let queue: any BasicOperationQueue<Operation> = other.makeOtherKindOfQueue()
        storage.content.withLock { content in
            content.otherQueues.append(queue)
            content.names[ObjectIdentifier(queue)] = label
        }
        return queue
    }

    /// The queue's name in the history.
    func name(of queue: some BasicOperationQueue) -> String {
        storage.content.withLock { $0.names[ObjectIdentifier(queue)] ?? "queue" }
    }

    /// Sets the limit, and returns when it holds. A queue of the fixed width 1 has the limit 1 already.
    func setLimit(of queue: Queue, to limit: Int) async {
        if limit == 1, claims(.oneAtATime), !claims(.concurrencyLimit) { return }
        await probe.noting { () async throws(NotClaimed) in
            let limited = try queue.limited
            recorder.call("\(name(of: queue)).setMaxConcurrentOperationCount(\(limit))") {
                limited.setMaxConcurrentOperationCount(limit)
            }
            _ = await limited.maxConcurrentOperationCount
        }
    }

    func setSuspended(_ queue: Queue, _ suspended: Bool) async {
        await probe.noting { () async throws(NotClaimed) in
            let suspendable = try queue.suspendable
            recorder.call("\(name(of: queue)).setSuspended(\(suspended))") {
                suspendable.setSuspended(suspended)
            }
            _ = await suspendable.isSuspended
        }
    }

    /// Cancels everything in the queue, and returns when the queue has taken it in.
    func cancelAll(_ queue: Queue) async {
        cancelAllWithoutWaiting(queue)
        // What asks comes after what was called before.
        if let limited = try? queue.limited { _ = await limited.maxConcurrentOperationCount }
    }

    /// Cancels everything in the queue; an actor may take it in later.
    func cancelAllWithoutWaiting(_ queue: Queue) {
        probe.noting { () throws(NotClaimed) in
            let all = try queue.cancellingAll
            recorder.call("\(name(of: queue)).cancelAllOperations()") { all.cancelAllOperations() }
        }
    }

    // MARK: What is taken apart

    /// Has the scenario take `operation` apart at its end.
    ///
    /// - Parameters:
    ///   - trace: What the body stamps.
    ///   - latch: What the body waits for, if it waits; one that is opened at the end of the scenario.
    ///   - begun: What the body opens first, for ``started(_:)``.
    ///   - announced: What is opened when the operation has announced its end, for ``release(_:)``.
    ///   - hasBody: Whether a body stamps the trace.
    func register(
        _ operation: Operation, _ trace: OperationTrace, _ latch: Latch, begun: Latch? = nil,
        announced: Latch? = nil, hasBody: Bool = true
    ) -> Member {
        let member = Member(
            operation: operation, trace: trace, latch: latch, begun: begun, announced: announced,
            tellsState: claims(.lifeCycle), hasBody: hasBody)
        storage.content.withLock { $0.operations.append(member) }
        return member
    }

    /// A latch that is opened at the latest when the scenario is taken apart.
    func latch(_ name: String) -> Latch {
        let latch = Latch(name)
        storage.content.withLock { $0.latches.append(latch) }
        return latch
    }

    /// Notes all there is.
    private func note(in remains: Remains) {
        storage.content.withLock { content in
            for queue in content.queues {
                remains.note(content.names[ObjectIdentifier(queue)] ?? "a queue", subject.object(of: queue))
            }
            for member in content.operations { remains.note(member.label, member.operation) }
        }
    }

    /// Lets go on what waits at a latch.
    func openLatches() {
        for latch in storage.content.withLock({ $0.latches }) { latch.open() }
    }

    /// Takes out all there is.
    ///
    /// A body that keeps the scenario must not keep its own operation alive by it.
    func takeContent() -> Content {
        storage.content.withLock { content in
            defer { content = Content() }
            return content
        }
    }
}

extension Violation {
    /// This violation, which names the part of the check that it came from, if that has a name.
    func inPart(_ part: String) -> Violation {
        if part.isEmpty { return self }
        return Violation(
            rule: rule, sentence: sentence, expected: "(\(part)) \(expected)", observed: observed,
            history: history)
    }
}
