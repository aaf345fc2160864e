private import ConcurrencyPrimitives
private import Subprocess

/// A program that forks a process for each request, one after the other (`CForkServer`).
///
/// Used by one caller at a time. The program ends when the last reference to this is released.
final class ForkServer: Sendable {
    enum Answer: Sendable {
        case process(ForkedProcess)
        /// The server ended before it forked.
        case ended(ChildEnd)
        /// The program doesn't fork.
        case refused
        case failed(any Error)
    }

    private let session = Session()
    private let task: Task<Void, Never>

    /// Starts the program.
    init(_ program: ChildProgram) {
        var program = program
        program.environment = program.environment.setting("OPERATIONLAB_FORK_SERVER", to: "1")
        task = Task.detached { [session, program] in await session.run(program) }
    }

    deinit { session.jobs.finish() }

    var hasEnded: Bool { session.state.withLock { $0.end != nil } }

    /// Has a process forked for `request`, and returns what became of it. If this task is cancelled, both are ended.
    func answer(_ request: String, watchdog: Watchdog) async -> Answer {
        let job = Session.Job(request: request, watchdog: watchdog)
        if let end = session.add(job) { return end }
        return await withTaskCancellationHandler {
            await job.answer.value()
        } onCancel: {
            task.cancel()
        }
    }
}

extension ForkServer {
    /// What the server's task shares with its caller.
    fileprivate final class Session: Sendable {
        struct Job: Sendable {
            let request: String
            let watchdog: Watchdog
            let answer = Promise<Answer>()
        }

        struct State {
            /// The one that isn't answered yet.
            var job: Job?
            /// What each is answered from now on.
            var end: Answer?
        }

        /// Changed by the caller, who adds a job, and by the server's task, which removes it and answers it.
        let state = Mutex(State())
        let jobs: AsyncStream<Job>.Continuation
        private let stream: AsyncStream<Job>

        init() { (stream, jobs) = AsyncStream.makeStream(of: Job.self) }

        /// Nil, or the answer if the server has ended.
        func add(_ job: Job) -> Answer? {
            let end = state.withLock { state in
                if state.end == nil { state.job = job }
                return state.end
            }
            if end == nil { jobs.yield(job) }
            return end
        }

        /// The server's task.
        func run(_ program: ChildProgram) async {
            let end = await answerAll(program)
            let job = state.withLock { state in
                defer { state = State(end: end.later) }
                return state.job
            }
            job?.answer.fulfill(end.now)
        }

        /// Answers until the server ends; returns what to answer the job that is left, and those to come.
        private func answerAll(_ program: ChildProgram) async -> (now: Answer, later: Answer) {
            do {
                let result = try await program.run(standardError: .kept(last: 64 * 1024)) { child in
                    try await self.answerAll(child)
                }
                if var process = result.value.unfinished {
                    (process.end, process.standardError) = (result.end, result.standardError)
                    return (.process(process), .ended(result.end))
                }
                let answer = result.value.isReady ? Answer.ended(result.end) : .refused
                return (answer, answer)
            } catch {
                return (.failed(error), .failed(error))
            }
        }

        /// - Returns: Whether the program is a fork server, and the process during which it ended.
        private func answerAll(
            _ child: RunningChild
        ) async throws -> (isReady: Bool, unfinished: ForkedProcess?) {
            var isReady = false
            for await job in stream {
                // Until there is a process, the server itself is watched.
                let number: Int? = try await child.watched(by: job.watchdog) {
                    if !isReady { isReady = try await child.nextLine() == Array("ready".utf8) }
                    guard isReady, try await child.write(Array("\(job.request)\n".utf8)) else { return nil }
                    return try await child.nextLine().flatMap(ForkedProcess.number)
                }
                guard let number else { return (isReady, child.isOverdue ? ForkedProcess() : nil) }
                let process = try await child.forked(number, job.watchdog)
                guard process.hasEnded else { return (true, process) }
                state.withLock { $0.job = nil }
                job.answer.fulfill(.process(process))
            }
            return (true, nil)
        }
    }
}

extension RunningChild {
    /// Reads what a process writes that this server has forked, until the process has ended, or the server.
    fileprivate func forked(_ number: Int, _ watchdog: Watchdog) async throws -> ForkedProcess {
        var process = ForkedProcess()
        let (input, fate) = (input, Promise<ChildEnd>())
        let timer = Task.detached {
            guard let end = await watchdog.wait(for: number) else { return }
            fate.fulfill(end)
            // Until the server has reaped it, the number is its own, so it is the server that kills it.
            _ = try? await input.write(Array("kill \(number)\n".utf8))
        }
        defer { timer.cancel() }
        while !process.hasEnded, let line = try await nextLine() { process.add(line) }
        if process.hasEnded, let end = fate.current { process.end = end }
        return process
    }
}
