internal import ConcurrencyPrimitives

/// One thread of an explored program: a thread that it has started, or one job of a task.
///
/// Touched by whoever holds the scheduling token (``ControlledScheduler``) alone.
final class LogicalThread {
    /// What it does, until it begins.
    enum Body {
        case closure(@Sendable () -> Void)
        case job(UnownedJob, any CapturedExecutor)
    }

    /// Its place in the order in which threads came into being: the same whenever the same choices are made.
    let number: Int
    /// Whether it is a job of the main actor.
    var isOnMainActor = false
    var body: Body?
    /// The thread of the system that it runs on, once it has begun.
    var carrier: CarrierThread?
    /// What it does next.
    var next: ThreadStep = .begin
    /// Where in the code it does that.
    var site: SourceSite?
    /// What it can't go on without; nil if it can go on.
    var awaited: ResourceID?
    /// When it can go on without that, too; the greatest number for never.
    var deadline = UInt64.max

    init(number: Int, body: Body) {
        self.number = number
        self.body = body
    }

    /// Lets go of what the body holds when it is through with it, while it is still a thread of the exploration.
    func run() {
        let body = body
        self.body = nil
        switch body {
        case .closure(let body): body()
        case .job(let job, let executor): executor.run(job)
        case nil: fatalError("A logical thread begins once.")
        }
    }
}

/// What a logical thread does when it is let go on.
enum ThreadStep: Hashable, Sendable {
    /// Its first step.
    case begin
    case reach(SchedulePoint)
    /// It looks whether it is let go from the parker on which it has parked.
    case retry(ResourceID)
    /// It takes a mutex of the runtime, which it found taken.
    case takeInRuntime(ResourceID)
}
