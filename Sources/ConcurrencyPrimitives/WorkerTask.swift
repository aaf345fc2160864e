private import CPlatform

/// A task with a thread of its own, so that its jobs may block.
///
/// The synchronous parts of `body`, and what it calls on actors, run on that thread; nothing of it runs on
/// the cooperative pool.
public enum WorkerTask {
    /// Runs `body` soon, as a task on a thread of its own. Returns at once. Call it from any thread or task.
    ///
    /// - Parameters:
    ///   - priority: The priority of the task; nil for none.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The work, which may block.
    /// - Complexity: O(1): about the cost of one dispatch and of starting a task.
    public static func start(
        priority: TaskPriority? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable () async -> Void
    ) {
        if isExploring(), let controller = Exploration.controlling {
            _ = controller.startTask(priority, body)
            return controller.reach(.spawn, at: SourceSite(fileID, line))
        }
        WorkerThread.start(priority: priority) {
            let executor = ThreadExecutor()
            Task.detached(executorPreference: executor, priority: priority) {
                await body()
                executor.stop()
            }
            executor.run()
        }
    }
}

/// Runs the jobs of one task on the thread that calls ``run()``.
///
/// A task that calls an actor enqueues a job for the call and one for the return, mostly on this thread. Those jobs go into a
/// list without a lock.
///
/// `@unchecked Sendable`: only the thread inside ``run()`` uses `own`; `enqueue` knows that thread by the pointer that it has
/// set.
final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
        /// The thread has no job, and parks.
        var isIdle = false
    }

    /// The jobs that other threads have enqueued.
    private let state = Mutex(State())
    /// 1 if `state` has changed since the thread read it. Set after the change and cleared before the read, both under the
    /// lock: a hint that saves the thread from taking the lock.
    private let hasNews = Atomic<UInt64>(0)
    private let parker = Parker()

    /// The jobs that the thread itself has enqueued. A pointer, because accesses to a class's properties are checked at run
    /// time.
    private let own: UnsafeMutablePointer<[UnownedJob]>

    init() {
        own = .allocate(capacity: 1)
        own.initialize(to: [])
    }

    deinit {
        own.deinitialize(count: 1)
        own.deallocate()
    }

    private var isOnThread: Bool {
        oplab_get_thread_executor() == Unmanaged.passUnretained(self).toOpaque()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isOnThread { return own.pointee.append(job) }
        wake { $0.jobs.append(job) }
    }

    /// Makes ``run()`` return once no job is left.
    func stop() { wake { $0.isStopped = true } }

    private func wake(_ change: (inout State) -> Void) {
        let wasIdle = state.withLock { state in
            change(&state)
            hasNews.store(1)
            defer { state.isIdle = false }
            return state.isIdle
        }
        if wasIdle { parker.unpark() }
    }

    func run() {
        let outer = oplab_get_thread_executor()
        oplab_set_thread_executor(Unmanaged.passUnretained(self).toOpaque())
        defer { oplab_set_thread_executor(outer) }
        var jobs: [UnownedJob] = []
        while true {
            swap(&jobs, &own.pointee)
            if jobs.isEmpty || hasNews.load() != 0 {
                let isStopped = state.withLock { state in
                    hasNews.store(0)
                    jobs += state.jobs
                    state.jobs.removeAll(keepingCapacity: true)
                    state.isIdle = jobs.isEmpty && !state.isStopped
                    return state.isStopped
                }
                if jobs.isEmpty {
                    if isStopped { return }
                    parker.park()
                    continue
                }
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            jobs.removeAll(keepingCapacity: true)
        }
    }
}
