private import LinuxPlatform

/// Which schedules an exploration runs, and how many.
public struct ExplorationPlan: Sendable {
    /// One of several explorations in processes of their own that share the schedules of one: this one runs every `count`-th.
    public struct Shard: Sendable {
        /// Which one this is, from 0.
        public let index: Int
        /// How many there are.
        public let count: Int

        /// - Precondition: `index` is at least 0 and below `count`.
        public init(_ index: Int, of count: Int) {
            precondition(index >= 0 && index < count, "shard \(index) of \(count)")
            self.index = index
            self.count = count
        }
    }

    /// How schedules are chosen.
    public var strategy = ExplorationStrategy.rotating
    /// The most schedules to run. A few before them, from which the explorer learns how long one is, are not counted.
    public var schedules = 1_000
    /// After so many seconds no schedule begins; nil for no limit. The number of schedules then differs from run to run.
    public var seconds: Double?
    /// The seed of random choices.
    public var seed: UInt64 = 1
    /// What atomic loads may read. Has an effect in an instrumented build only. The default is that of the environment variable
    /// `OPERATIONLAB_MEMORY`, which `scripts/explore-package --memory` sets, or sequential memory.
    public var memory = MemoryModel.ofEnvironment
    /// How many waits on condition variables may return in a schedule though nobody has signalled, as POSIX allows: a program has to
    /// look again at what it waits for. Needs a program that holds the product `ScheduleInterposition`. They don't let a schedule
    /// continue in which no thread can. An exhaustive search leaves out no equal schedules then. The default is that of the
    /// environment variable `OPERATIONLAB_SPURIOUS_WAKEUPS`, which `scripts/explore-package --spurious-wakeups` sets, or 0.
    public var spuriousWakeups = MachineBehavior.ofEnvironment.spuriousWakeups
    /// How many limits of waits, sleeps and timers may run out in a schedule while other threads can continue, as on a busy machine. Without
    /// them time hardly passes but when no thread can continue, or when all wait in loops. A program that takes a limit for a sign that it
    /// hangs fails by them. A wait on a condition variable that may also return without a signal does that first. An exhaustive search
    /// leaves out no equal schedules then. The default is that of the environment variable `OPERATIONLAB_EARLY_TIMEOUTS`, which
    /// `scripts/explore-package --early-timeouts` sets, or 0.
    public var earlyTimeouts = MachineBehavior.ofEnvironment.earlyTimeouts
    /// How many jobs of tasks run at a time, beside those of the main actor; nil for any number. On a machine there is a thread for each
    /// processor, and a task that blocks one keeps others from running: a program in which tasks wait for one another by a semaphore, a lock
    /// or a condition variable, and not by `await`, is a deadlock where there are too few. At least 1. An exhaustive search leaves out
    /// no equal schedules then. The default is that of the environment variable `OPERATIONLAB_POOL_THREADS`, which
    /// `scripts/explore-package --pool-threads` sets, or nil.
    public var poolThreads = MachineBehavior.ofEnvironment.pool
    /// A schedule with more steps has failed.
    public var stepLimit = 100_000
    /// Runs this schedule only.
    public var replay: ReplayToken?
    /// Whether a schedule that fails is shrunk, and its interleaving recorded.
    public var shrinks = true
    /// How many steps all runs may have together that look for a simpler schedule than one that has failed, in one of the ways
    /// in which it is looked for: those of a program that never ends are as long as a schedule may be.
    package var stepsToSimplify = 2_000_000
    /// Which access has a weaker order than the program says, and where what was reached is noted; nil for the program as it is.
    package var orders: OrderTrial?
    /// Whether this project's primitives are explored as any other code: their own atomic accesses, and where they sleep in the kernel.
    /// In an instrumented program only. If not, an operation on one is a step.
    package var exploresPrimitives = false
    /// Whether a crash is a failure of its schedule. If not, it ends the process.
    package var takesCrashes = true
    /// Whether a thread's code may go on on another thread of the system, where that is possible: it spares the kernel's switches. A
    /// replay does without, so that a debugger finds each thread's code on its own.
    package var sharesThreads = true
    /// Whether a program may pass that uses what the explorer doesn't see or control (``ExplorationReport/Outcome/unseen``).
    public var acceptsUnseen = false
    /// Which part of the schedules to run. An exhaustive search can't be shared: each part would run all of it.
    public var shard = Shard(0, of: 1)
    /// The number of the processor to run on, from 0, among those that this process may use; a higher number counts round them.
    /// Nil for the one that the exploration begins on. Shards that run at the same time need different ones.
    public var processor: Int?
    /// Where the token of each schedule is written before it runs, so that it is there if the schedule ends the process.
    public var tokenFile: TokenFile?
    /// The folder that gets a page and a trace of a schedule that fails, if its steps were recorded
    /// (``ScheduleFailure/write(of:to:)``); nil for none. The default is that of the environment variable
    /// `OPERATIONLAB_FAILURES`, which `scripts/explore-package --output` sets.
    public var failureFolder = getenv("OPERATIONLAB_FAILURES").map { String(cString: $0) }
        .flatMap { $0.isEmpty ? nil : $0 }
    /// Called several times a second with the report so far, by a thread of the exploration; returns whether to continue.
    public var progress: (@Sendable (ExplorationReport) -> Bool)?
    /// Whether the report holds the fingerprints of all schedules, so that it can be merged with those of other shards.
    public var keepsTraces = false

    /// A thousand schedules with the default strategy, seed 1.
    public init() {}
    /// Plans for several programs that share the schedules and the time of this one.
    package func shared(among programs: Int) -> [ExplorationPlan] {
        (0..<programs).map { program in
            var plan = self
            plan.schedules = schedules / programs + (program < schedules % programs ? 1 : 0)
            plan.seconds = seconds.map { $0 / Double(programs) }
            return plan
        }
    }
}
