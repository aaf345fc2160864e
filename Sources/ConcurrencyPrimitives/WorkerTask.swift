/// A task with a thread of its own, so that its jobs may block.
///
/// The synchronous parts of `body`, and what it calls on actors, run on that thread; nothing of it runs on
/// the cooperative pool.
public enum WorkerTask {
    /// Runs `body` as a task on a thread of its own, soon. Returns at once.
    public static func start(_ body: @escaping @Sendable () async -> Void) {
        if isExploring(), let controller = Exploration.controlling {
            _ = controller.startTask(body)
            return controller.reach(.spawn)
        }
        WorkerThread.start {
            let executor = ThreadExecutor()
            Task.detached(executorPreference: executor) {
                await body()
                executor.stop()
            }
            executor.run()
        }
    }
}

/// Runs the jobs of one task on the thread that calls ``run()``.
private final class ThreadExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
        /// The thread has found nothing to do, and parks.
        var isIdle = false
    }

    private let state = Mutex(State())
    private let parker = Parker()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        wake { $0.jobs.append(job) }
    }

    /// Makes ``run()`` return once no job is left.
    func stop() { wake { $0.isStopped = true } }

    private func wake(_ change: (inout State) -> Void) {
        let wasIdle = state.withLock { state in
            change(&state)
            defer { state.isIdle = false }
            return state.isIdle
        }
        if wasIdle { parker.unpark() }
    }

    func run() {
        var jobs: [UnownedJob] = []
        while true {
            let isStopped = state.withLock { state in
                swap(&jobs, &state.jobs)
                state.isIdle = jobs.isEmpty && !state.isStopped
                return state.isStopped
            }
            if jobs.isEmpty {
                if isStopped { return }
                parker.park()
                continue
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            jobs.removeAll(keepingCapacity: true)
        }
    }
}
