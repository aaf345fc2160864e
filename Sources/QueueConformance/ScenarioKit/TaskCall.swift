internal import ConcurrencyPrimitives

/// One body that a check has had a task queue run, and what came of it.
///
/// Its words are written by the body and by the task that awaits the result, each under a lock of its own; the check reads
/// them once the process is quiescent.
final class TaskCall: ScenarioBody {
    /// What a body does besides.
    typealias Work = @Sendable () async throws -> Void

    let trace: OperationTrace
    let latch: Latch
    /// Opened when a call that waits for the body is about to be made.
    let asked: Latch
    /// What the body returns, unlike any other's.
    let number: Int

    private let blocked = RelaxedCounter()
    private let wasCancelled = Mutex<Bool?>(nil)
    private let result = Mutex<Result<Int, any Error>?>(nil)
    private let task = Mutex<Task<Int, any Error>?>(nil)

    init(_ label: String, number: Int, trace: OperationTrace) {
        self.trace = trace
        self.number = number
        latch = Latch(label)
        asked = Latch("\(label) is being added")
    }

    /// The body: it stamps its beginning, waits until it is released, notes whether it is cancelled, does its work, and
    /// returns its number.
    ///
    /// - Parameters:
    ///   - now: Done on the spot, in whichever way the body is called.
    ///   - work: Done after that. For a body that isn't `async`, in a task with a thread of its own.
    func body(now: (@Sendable () throws -> Void)? = nil, then work: Work? = nil) -> TaskBody {
        TaskBody {
            self.trace.begin()
            await self.latch.wait()
            self.noteCancellation()
            defer { self.trace.end() }
            try now?()
            try await work?()
            return self.number
        } blockingBody: {
            self.trace.begin()
            self.block()
            self.noteCancellation()
            defer { self.trace.end() }
            try now?()
            if let work { try onTask(work) }
            return self.number
        }
    }

    /// Whether the body blocked a thread while it was held. If Dispatch or the cooperative pool lacks it, that is seen, and
    /// mended, only after a second.
    var hasBlocked: Bool { blocked.value > 0 }

    private func block() {
        blocked.increment()
        latch.waitBlocking()
    }

    private func noteCancellation() {
        let isCancelled = Task.isCancelled
        wasCancelled.withLock { $0 = isCancelled }
    }

    /// Has a task of its own await the result of `task`.
    ///
    /// It is of the lowest priority, so that it raises nothing.
    func follow(_ task: Task<Int, any Error>) {
        self.task.withLock { $0 = task }
        startTask(priority: .background) {
            let result = await task.result
            self.result.withLock { $0 = result }
        }
    }

    /// Cancels the task that the call returned, or that made the call.
    func cancel() { task.withLock { $0 }?.cancel() }

    /// Whether the body saw itself cancelled when it was released; nil if it didn't come so far.
    var sawCancellation: Bool? { wasCancelled.withLock { $0 } }

    /// What the one who added the body was given; nil if he still waits.
    var outcome: Result<Int, any Error>? { result.withLock { $0 } }

    /// Whether the one who added the body has an error.
    var hasFailed: Bool {
        if case .failure? = outcome { true } else { false }
    }

    /// Whether the body ran once and its number came back.
    var isComplete: Bool {
        guard ranOnce, case .success(number)? = outcome else { return false }
        return true
    }

    /// Whether the body never ran, and whoever added it got an error.
    var wasSkipped: Bool { !hasStarted && hasFailed }

    /// The runs and the outcome, in words, to be read after "observed".
    var state: String {
        let given =
            switch outcome {
            case nil: "whoever added it still waits"
            case .success(number)?: "its result came back"
            case .success(let other)?: "the result \(other) came back instead of \(number)"
            case .failure(let error)?: "\(error) was thrown to whoever added it"
            }
        return "\(label): \(runs), and \(given)"
    }
}

/// Runs `work` in a task, and blocks this thread until it has ended. The task has a thread of its own: the one that is blocked may be
/// the last of the cooperative pool.
private func onTask(_ work: @escaping TaskCall.Work) throws {
    let end = Promise<Result<Void, any Error>>()
    WorkerTask.start {
        do {
            end.fulfill(.success(try await work()))
        } catch {
            end.fulfill(.failure(error))
        }
    }
    try end.valueBlocking().get()
}
