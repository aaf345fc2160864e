private import ConcurrencyPrimitives
import Operations

/// What a check builds, queues, operations and gates, and how it is taken apart again.
///
/// Each call is recorded in the probe's history. What sets a queue is followed by a question to it, since
/// an actor takes calls as events (see ``OperationQueueProtocol``).
final class Setup<Subject: ConformanceSubject>: Sendable {
    typealias Queue = Subject.Queue
    typealias Operation = Subject.Queue.Operation
    typealias Watched = WatchedOperation<Subject.Queue.Operation>

    private struct State {
        var queues: [Queue] = []
        var operations: [Watched] = []
        var gates: [Latch] = []
    }

    let subject: Subject
    let probe: Probe
    let lane: CallLane
    private let capabilities: QueueCapabilities
    private let state = Mutex(State())

    private init(_ subject: Subject, _ probe: Probe) {
        self.subject = subject
        self.probe = probe
        lane = probe.lane()
        capabilities = subject.makeQueue().capabilities
    }

    /// Runs `check` with a new setup and takes the setup apart, whether or not the rule held.
    ///
    /// The history of the probe begins anew.
    ///
    /// - Parameter part: Tells several setups of one check apart in messages: "limit 2".
    /// - Returns: What `check` does.
    @discardableResult
    static func run<Result>(
        _ subject: Subject, _ probe: Probe, part: String = "", _ check: (Setup) async throws -> Result
    ) async throws -> Result {
        probe.forgetHistory()
        let setup = Setup(subject, probe)
        let result: Result
        do {
            result = try await check(setup)
        } catch let violation as Violation where !part.isEmpty {
            try await setup.dismantle()
            throw Violation(
                rule: violation.rule, sentence: violation.sentence,
                expected: "(\(part)) \(violation.expected)", observed: violation.observed,
                history: violation.history)
        } catch {
            try await setup.dismantle()
            throw error
        }
        try await setup.dismantle()
        return result
    }

    func claims(_ capability: QueueCapability) -> Bool { capabilities.contains(capability) }

    // MARK: Queues

    /// - Parameter isAsMade: Nothing is set that isn't asked for, so that it has its own limit on any machine.
    func queue(limit: Int? = nil, suspended: Bool = false, isAsMade: Bool = false) async -> Queue {
        let queue = subject.makeQueue()
        state.withLock { $0.queues.append(queue) }
        if let limit = isAsMade ? limit : ProcessorCount.limit(unless: limit, capabilities) {
            await setLimit(of: queue, to: limit)
        }
        if suspended { await setSuspended(queue, true) }
        return queue
    }

    func setLimit(of queue: Queue, to limit: Int) async {
        lane.call("setMaxConcurrentOperationCount(\(limit))") { queue.setMaxConcurrentOperationCount(limit) }
        _ = await queue.maxConcurrentOperationCount
    }

    func setSuspended(_ queue: Queue, _ suspended: Bool) async {
        lane.call("setSuspended(\(suspended))") { queue.setSuspended(suspended) }
        _ = await queue.isSuspended
    }

    // MARK: Operations

    /// An operation that runs `body` between its two stamps.
    func operation(
        _ label: String, _ body: @escaping @Sendable (Operation) -> Void = { _ in }
    ) -> Watched {
        let trace = trace(label)
        let gate = gate(label)
        gate.open()
        return register(subject.makeOperation { operation in trace.run { body(operation) } }, trace, gate)
    }

    /// An operation whose body blocks until its gate is opened.
    func held(_ label: String) -> Watched {
        let trace = trace(label)
        let gate = gate(label)
        return register(subject.makeOperation { _ in trace.run { gate.waitBlocking() } }, trace, gate)
    }

    /// An operation that has the only slot of an idle queue until its gate is opened, so that whatever is added meanwhile is
    /// there when the first of it can start.
    func takeOnlySlot(of queue: Queue) async throws -> Watched {
        let gate = held("G")
        add(gate, to: queue)
        try await expectStart(of: [gate], "alone in an idle queue")
        return gate
    }

    /// An operation whose body is `async`, and suspended until its gate is opened.
    func heldAsync(_ label: String) -> Watched {
        let trace = trace(label)
        let gate = gate(label)
        let operation = subject.makeAsyncOperation { _ in
            trace.begin()
            await gate.wait()
            trace.end()
        }
        return register(operation, trace, gate)
    }

    func register(_ operation: Operation, _ trace: OperationTrace, _ gate: Latch) -> Watched {
        let watched = Watched(operation: operation, trace: trace, gate: gate)
        state.withLock { $0.operations.append(watched) }
        return watched
    }

    func trace(_ label: String) -> OperationTrace { probe.trace(label) }

    /// A latch that is opened at the latest when the setup is taken apart.
    func gate(_ name: String) -> Latch {
        let gate = Latch(name)
        state.withLock { $0.gates.append(gate) }
        return gate
    }

    // MARK: Calls

    func add(_ operations: Watched..., to queue: Queue) {
        for watched in operations {
            lane.call("addOperation(\(watched.label))") { queue.addOperation(watched.operation) }
        }
    }

    func add(_ operations: [Watched], to queue: Queue) {
        let names = operations.map(\.label).joined(separator: ", ")
        lane.call("addOperations([\(names)])") { queue.addOperations(operations.map(\.operation)) }
    }

    func cancel(_ watched: Watched) {
        lane.call("\(watched.label).cancel()") { watched.operation.cancel() }
    }

    func depend(_ watched: Watched, on dependency: Watched) {
        lane.call("\(watched.label).addDependency(\(dependency.label))") {
            watched.operation.addDependency(dependency.operation)
        }
    }

    func setPriority(_ priority: QueuePriority, of watched: Watched) throws {
        guard let value = Operation.QueuePriority(rawValue: priority.rawValue) else {
            throw UnknownPriority(priority: priority)
        }
        watched.operation.queuePriority = value
    }

    // MARK: The end

    /// Opens all gates, resumes, and then breaks up whatever still waits.
    ///
    /// What may block a broken queue's caller happens on a thread of its own.
    private func dismantle() async throws {
        // A body that holds on to this setup must not keep its own operation alive by it.
        let state = state.withLock { state in
            defer { state = State() }
            return state
        }
        for gate in state.gates { gate.open() }
        guard probe.rule.isolation == .ownProcess else { return }
        let capabilities = capabilities
        ScenarioThread.start {
            if capabilities.contains(.suspension) { for queue in state.queues { queue.setSuspended(false) } }
            if capabilities.contains(.concurrencyLimit) {
                for queue in state.queues { queue.setMaxConcurrentOperationCount(-1) }
            }
        }
        let hasDependencies = Latch("an operation that depends on another")
        ScenarioThread.start {
            if !state.operations.allSatisfy(\.operation.dependencies.isEmpty) { hasDependencies.open() }
        }
        try await probe.settle()
        // Only a ring of dependencies keeps its members alive.
        guard hasDependencies.isOpen else { return }
        ScenarioThread.start {
            if capabilities.contains(.cancellation) {
                for watched in state.operations { watched.operation.cancel() }
            }
        }
        try await probe.settle()
        ScenarioThread.start {
            for watched in state.operations {
                for dependency in watched.operation.dependencies {
                    watched.operation.removeDependency(dependency)
                }
            }
        }
        try await probe.settle()
    }
}

/// A queue that claims priorities and whose priorities lack one of the five values.
struct UnknownPriority: Error, CustomStringConvertible {
    let priority: QueuePriority
    var description: String {
        "the queue's operations know no priority with the raw value \(priority.rawValue)"
    }
}
