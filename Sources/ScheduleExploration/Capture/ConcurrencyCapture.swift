internal import ConcurrencyPrimitives
// The runtime's interface for executors of one's own, which may change with a toolchain. Used in this file only.
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// Makes every job that a controlled thread sends a matter of the running scheduler: of `Task`, detached and child tasks,
/// continuations, streams, actors, the main actor, and sleeps. What other threads send goes where it always goes.
enum ConcurrencyCapture {
    /// The scheduler whose thread the calling one is: also that of an exploration that is over.
    static var current: ControlledScheduler? { Exploration.controlling as? ControlledScheduler }

    /// Why jobs can't be captured here; nil if they can be. Found by trying, once a process.
    ///
    /// The executors stay from then on: they send on what comes from threads that no exploration controls.
    static let problem: String? = {
        _createExecutors(factory: ExplorationExecutors.self)
        return CaptureTrial.run()
    }()
}

private struct ExplorationExecutors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { ExplorationMainExecutor.shared }
    static var defaultExecutor: any TaskExecutor { ExplorationExecutor.shared }
}

/// Takes the place of the pool that tasks run on, and is what the tasks of an exploration prefer: then calls to actors,
/// too, are jobs, and don't run on within the one that calls.
final class ExplorationExecutor: TaskExecutor, SchedulingExecutor, CapturedExecutor {
    static let shared = ExplorationExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        guard let scheduler = ConcurrencyCapture.current else {
            return PlatformExecutorFactory.defaultExecutor.enqueue(job)
        }
        scheduler.startJob(UnownedJob(job), on: self)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        guard let scheduler = ConcurrencyCapture.current else {
            guard let platform = PlatformExecutorFactory.defaultExecutor as? any SchedulingExecutor else {
                fatalError("The platform's executor can't run jobs later.")
            }
            return platform.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
        }
        guard let delay = delay as? Swift.Duration else {
            fatalError("An exploration knows the clocks whose durations are Swift.Duration, not \(C.self).")
        }
        let (seconds, attoseconds) = delay.components
        let nanoseconds = max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        scheduler.startJob(UnownedJob(job), on: self, at: scheduler.now + UInt64(nanoseconds))
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}

/// Takes the place of the main actor's executor: of its jobs, one runs at a time, in the order in which they came.
final class ExplorationMainExecutor: MainExecutor, SchedulingExecutor, CapturedExecutor {
    static let shared = ExplorationMainExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        guard let scheduler = ConcurrencyCapture.current else {
            return PlatformExecutorFactory.mainExecutor.enqueue(job)
        }
        scheduler.startMainJob(UnownedJob(job), on: self)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        ExplorationExecutor.shared.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }

    // The main thread is not the exploration's; its run loop is the platform's.
    func run() throws { try PlatformExecutorFactory.mainExecutor.run() }
    func stop() { PlatformExecutorFactory.mainExecutor.stop() }

    var isMainExecutor: Bool { true }

    func checkIsolated() {
        guard let scheduler = ConcurrencyCapture.current else {
            return PlatformExecutorFactory.mainExecutor.checkIsolated()
        }
        if !scheduler.runsMainJob { fatalError("This code was to run on the main actor, and does not.") }
    }
}

extension SchedulingExecutor where Self: CapturedExecutor {
    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }
}
