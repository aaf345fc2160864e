internal import ConcurrencyPrimitives
// The runtime's interface for custom executors, which may change with a toolchain. Used in this file only.
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// Passes every job that a controlled thread enqueues to the running scheduler: of `Task`, detached and child tasks,
/// continuations, streams, actors, the main actor, and sleeps. Jobs of other threads go to the platform's executors.
enum ConcurrencyCapture {
    /// The scheduler that controls the calling thread, also after its exploration has ended.
    static var current: ControlledScheduler? { Exploration.controlling as? ControlledScheduler }

    /// Passes a job of the running exploration to it that a thread enqueues which it doesn't control. False if it is none.
    static func takeFromOutside(_ job: UnownedJob, on executor: any CapturedExecutor) -> Bool {
        (Exploration.running as? ControlledScheduler)?.enqueueFromOutside(job, on: executor) ?? false
    }

    /// Why jobs can't be captured here; nil if they can. Tested once a process.
    ///
    /// The executors stay from then on. They pass on the jobs of threads that no exploration controls.
    static let problem: String? = {
        _createExecutors(factory: ExplorationExecutors.self)
        return CaptureTrial.run()
    }()
}

private struct ExplorationExecutors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { ExplorationMainExecutor.shared }
    static var defaultExecutor: any TaskExecutor { ExplorationExecutor.shared }
}

/// Takes the place of the pool that tasks run on. Tasks of an exploration prefer it, so that a call to an actor is a job of its
/// own and doesn't run within the caller's.
final class ExplorationExecutor: TaskExecutor, SchedulingExecutor, CapturedExecutor {
    static let shared = ExplorationExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if let scheduler = ConcurrencyCapture.current { return scheduler.startJob(job, on: self) }
        if ConcurrencyCapture.takeFromOutside(job, on: self) { return }
        PlatformExecutorFactory.defaultExecutor.enqueue(ExecutorJob(job))
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
        let (time, isNever) = scheduler.now.addingReportingOverflow(delay.wholeNanoseconds)
        scheduler.startJob(UnownedJob(job), on: self, at: isNever ? .max : time)
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}

/// Takes the place of the main actor's executor. It runs one job at a time, in the order of their arrival.
final class ExplorationMainExecutor: MainExecutor, SchedulingExecutor, CapturedExecutor {
    static let shared = ExplorationMainExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if let scheduler = ConcurrencyCapture.current { return scheduler.startMainJob(job, on: self) }
        if ConcurrencyCapture.takeFromOutside(job, on: self) { return }
        PlatformExecutorFactory.mainExecutor.enqueue(ExecutorJob(job))
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
