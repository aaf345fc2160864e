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

    private let session: Session
    private let task: Task<Void, Never>

    /// Starts the program.
    ///
    /// - Parameter loading: Ends the program if it takes too long to say that it is ready, or to fork.
    init(_ program: ChildProgram, loading: Watchdog) {
        var program = program
        program.environment = program.environment.setting("OPERATIONLAB_FORK_SERVER", to: "1")
        session = Session(loading: loading)
        task = Task.detached { [session, program] in await session.run(program) }
    }

    deinit { session.jobs.finish() }

    var hasEnded: Bool { session.state.withLock { $0.answerToAll != nil } }

    /// Has a process forked for `request`, and returns how it ended. If this task is cancelled, both are ended.
    func answer(_ request: String, watchdog: Watchdog) async -> Answer {
        let job = Session.Job(request: request, watchdog: watchdog)
        if let answer = session.add(job) { return answer }
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
            /// The job that hasn't been answered.
            var job: Job?
            /// The answer to every job after the server has ended.
            var answerToAll: Answer?
        }

        /// The caller adds a job. The server's task removes it and answers it.
        let state = Mutex(State())
        let jobs: AsyncStream<Job>.Continuation
        private let stream: AsyncStream<Job>
        private let loading: Watchdog

        init(loading: Watchdog) {
            (stream, jobs) = AsyncStream.makeStream(of: Job.self)
            self.loading = loading
        }

        /// Returns an answer at once if the server has ended.
        func add(_ job: Job) -> Answer? {
            let answer = state.withLock { state in
                if state.answerToAll == nil { state.job = job }
                return state.answerToAll
            }
            if answer == nil { jobs.yield(job) }
            return answer
        }

        /// The server's task.
        func run(_ program: ChildProgram) async {
            let answer: Answer, later: Answer
            do {
                let result = try await program.run(standardError: .kept(last: 64 * 1024)) { child in
                    // It ends only then.
                    defer { child.handle.kill() }
                    return try await self.answerJobs(child)
                }
                later = result.value.isReady ? .ended(result.end) : .refused
                if var process = result.value.unfinished {
                    process.finish(result.end, standardError: result.standardError)
                    answer = .process(process)
                } else {
                    answer = later
                }
            } catch {
                (answer, later) = (.failed(error), .failed(error))
            }
            let job = state.withLock { state in
                defer { state = State(answerToAll: later) }
                return state.job
            }
            job?.answer.fulfill(answer)
        }

        /// Answers until the server has ended or isn't used any more.
        ///
        /// - Returns: Whether the program is a fork server, and the process that ran when it ended.
        private func answerJobs(
            _ child: RunningChild
        ) async throws -> (isReady: Bool, unfinished: ForkedProcess?) {
            var isReady = false
            for await job in stream {
                // How long a request may take says nothing about how long a program takes to load.
                let number: Int? = try await child.watched(by: loading) {
                    if !isReady { isReady = try await child.nextLine() == Array("ready".utf8) }
                    guard isReady, try await child.write(Array("fork \(job.request)\n".utf8)) else {
                        return nil
                    }
                    return try await child.nextLine().flatMap(ForkedProcess.number)
                }
                guard let number else { return (isReady, nil) }
                let process = try await child.forked(number, job.watchdog)
                guard process.knownEnd != nil else { return (true, process) }
                state.withLock { $0.job = nil }
                job.answer.fulfill(.process(process))
            }
            return (true, nil)
        }
    }
}

extension RunningChild {
    /// Reads the lines of a process that this server has forked, until the process has ended, or the server.
    fileprivate func forked(_ number: Int, _ watchdog: Watchdog) async throws -> ForkedProcess {
        var process = ForkedProcess()
        let (input, handle, fate) = (input, handle, Promise<ChildEnd>())
        let timer = Task.detached {
            guard let end = await watchdog.wait(for: number) else { return }
            fate.fulfill(end)
            // Until the server has reaped it, the number is its own, so it is the server that kills it for sure.
            _ = try? await input.write(Array("kill \(number)\n".utf8))
            do { try await Task.sleep(for: .seconds(10)) } catch { return }
            handle.kill()
        }
        defer { timer.cancel() }
        while process.knownEnd == nil, let line = try await nextLine() { process.add(line) }
        if let end = fate.current { process.finish(end) }
        return process
    }
}
