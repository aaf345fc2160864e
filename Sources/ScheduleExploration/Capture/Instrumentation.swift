internal import CPlatform

/// What the explorer tells a program that was compiled for ThreadSanitizer and holds the product `ScheduleInstrumentation`:
/// whose atomic accesses are choice points, and whose plain ones are judged for data races.
enum Instrumentation {
    /// Nil in other programs. They never change.
    static let functions: oplab_instrumentation? = oplab_find_instrumentation()?.pointee

    /// The calling thread runs this thread of the schedule from now on. A job of the main actor knows what those before it have
    /// done.
    static func run(_ thread: LogicalThread) {
        guard let functions, let knowledge = thread.knowledge else { return }
        functions.run_thread(knowledge, UInt32(thread.number))
        if thread.isOnMainActor { functions.acquire(knowledge, mainActor) }
    }

    static func noteEnd(of thread: LogicalThread) {
        guard thread.isOnMainActor, let functions, let knowledge = thread.knowledge else { return }
        functions.release(knowledge, mainActor)
    }

    private static var mainActor: UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(ExplorationMainExecutor.shared).toOpaque())
    }

    /// Whether the schedule that has ended had a data race.
    static var hasRace: Bool { functions?.first_race().code != nil }

    /// The data race of the schedule that has ended; nil if it had none.
    static var race: DataRace? { (functions?.first_race()).flatMap(DataRace.init) }
}
