internal import ConcurrencyPrimitives
import Operations

/// What a check builds of one task queue: bodies, and the calls that add them.
///
/// One task uses a scenario, but for ``makeCall(_:)``, which any thread may call.
final class TaskScenario<Subject: TaskQueueSubject>: Sendable {
    let subject: Subject
    let probe: Probe
    /// Records the calls of the check's own task.
    let recorder: CallRecorder
    /// What is released at the end.
    private let calls = Mutex<[TaskCall]>([])

    private init(_ subject: Subject, _ probe: Probe) {
        self.subject = subject
        self.probe = probe
        recorder = probe.recorder()
    }

    /// Runs `check` with a new scenario. Whatever it throws, the bodies are released at the end.
    ///
    /// The history of the probe begins anew.
    ///
    /// - Parameter part: Tells several scenarios of one check apart in messages: "width 2".
    static func run(
        _ subject: Subject, _ probe: Probe, part: String = "", _ check: (TaskScenario) async throws -> Void
    ) async throws {
        probe.forgetHistory()
        let scenario = TaskScenario(subject, probe)
        defer { for call in scenario.calls.withLock({ $0 }) { call.release() } }
        do { try await check(scenario) } catch { throw (error as? Violation)?.inPart(part) ?? error }
    }

    /// A body called `label`, which no queue has been given yet.
    func makeCall(_ label: String) -> TaskCall {
        let trace = probe.trace(label)
        return calls.withLock { calls in
            let call = TaskCall(label, number: 1000 + calls.count, trace: trace)
            calls.append(call)
            return call
        }
    }

    /// Adds a body that waits until it is released.
    @discardableResult
    func hold(_ label: String, in queue: Subject.TaskQueue) async throws -> TaskCall {
        let call = makeCall(label)
        try await hold(call, in: queue)
        return call
    }

    /// Adds the body of `call`, which waits until it is released, and then does `now`.
    ///
    /// Where the queue has no call that returns at once, this returns when the call is quiescent in the queue.
    func hold(
        _ call: TaskCall, in queue: Subject.TaskQueue, now: (@Sendable () throws -> Void)? = nil
    ) async throws {
        add(call, to: queue, now: now)
        try await becomesQuiescentIfItWaits(call)
    }

    /// Adds a body that does `work`, and ends.
    @discardableResult
    func add(
        _ label: String, to queue: Subject.TaskQueue, then work: TaskCall.Work? = nil
    ) async throws -> TaskCall {
        let call = makeCall(label)
        call.release()
        add(call, to: queue, then: work)
        try await becomesQuiescentIfItWaits(call)
        return call
    }

    /// Adds the body of `call`. Any thread, and any body, may call this.
    func add(
        _ call: TaskCall, to queue: Subject.TaskQueue, by recorder: CallRecorder? = nil,
        now: (@Sendable () throws -> Void)? = nil, then work: TaskCall.Work? = nil
    ) {
        let body = call.body(now: now, then: work)
        if let adding = subject as? any AddingTaskQueueSubject<Subject.TaskQueue> {
            (recorder ?? self.recorder).call("add(\(call.label))") {
                call.follow(adding.add(body, to: queue))
            }
        } else {
            // Each call has a task of its own, and returns when the body has ended.
            let recorder = probe.recorder("caller of \(call.label)")
            make(call) { [subject] in
                try await recorder.call("run(\(call.label))") { try await subject.run(body, on: queue) }
            }
        }
    }

    /// Makes a call that waits, in a task of its own, whose end is the outcome of `call`.
    func make(_ call: TaskCall, _ waiting: @escaping @Sendable () async throws -> Int) {
        call.follow(
            Task {
                call.asked.open()
                return try await waiting()
            })
    }

    /// Returns once a call that was made by ``make(_:_:)`` waits in the queue, or has returned.
    func becomesQuiescent(_ call: TaskCall) async throws {
        await probe.open(call.asked)
        try await probe.settle()
    }

    /// As ``becomesQuiescent(_:)``, if the queue has no call that returns at once.
    private func becomesQuiescentIfItWaits(_ call: TaskCall) async throws {
        if !(subject is any AddingTaskQueueSubject) { try await becomesQuiescent(call) }
    }

    func cancel(_ call: TaskCall) {
        recorder.call("cancel(\(call.label))") { call.cancel() }
    }

    // MARK: Widths

    /// The widths that the subject's queues are judged with.
    var widths: [Int] { subject.taskWidths }

    /// A queue of one of ``widths``, or whatever the subject makes.
    func queue(width: Int?) -> Subject.TaskQueue {
        guard let width, let limited = subject as? any LimitedTaskQueueSubject<Subject.TaskQueue> else {
            return subject.makeTaskQueue()
        }
        return limited.makeTaskQueue(width: width)
    }

    /// A queue that runs as few at a time as the subject's can, and how many that is.
    func narrowQueue() throws -> (queue: Subject.TaskQueue, width: Int) {
        guard let width = widths.first else { throw NotClaimed(capability: .taskWidth) }
        return (queue(width: width), width)
    }

    /// Bodies that take all places of an empty queue until they are released.
    func fill(_ queue: Subject.TaskQueue, width: Int) async throws -> [TaskCall] {
        var holders: [TaskCall] = []
        for number in 1...width { holders.append(try await hold("holder \(number)", in: queue)) }
        try await probe.expectStart(of: holders, "in an idle queue of width \(width)")
        return holders
    }

    // MARK: Expectations

    /// Waits until nothing goes on, and whatever could start has had a thread for it.
    func settleFully() async throws {
        let hasBlocked = calls.withLock { $0.contains(where: \.hasBlocked) }
        if hasBlocked { try await probe.settleForGood() } else { try await probe.settle() }
    }

    /// Throws a violation if one of `calls` has begun when nothing can go on.
    func expectNoStart(of calls: [TaskCall], _ circumstances: String) async throws {
        try await settleFully()
        try probe.expectNoneStarted(of: calls, circumstances)
    }

    /// Throws a violation unless each of `calls` ran once and its own result came back.
    func expectCompletion(of calls: [TaskCall], _ circumstances: String) async throws {
        try await probe.expect(calls, "to run once, and its result to come back", circumstances, \.isComplete)
    }
}

extension TaskQueueSubject {
    /// The widths that the queues are judged with; none if nothing is known of their width.
    var taskWidths: [Int] {
        if !claims(.taskWidth) { return [] }
        if self is any LimitedTaskQueueSubject { return [1, 2, 4] }
        return (self as? any FixedWidthTaskQueueSubject).map { [$0.fixedTaskWidth] } ?? []
    }
}
