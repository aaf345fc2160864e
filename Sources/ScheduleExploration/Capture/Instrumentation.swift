internal import CPlatform
internal import CScheduleControl
private import LinuxPlatform

/// What the explorer tells a program that was compiled for ThreadSanitizer and holds the product `ScheduleInstrumentation`:
/// whose atomic accesses are choice points, and whose plain ones are judged for data races.
enum Instrumentation {
    /// Nil in other programs. They never change.
    ///
    /// - Precondition: A program that was started as instrumented (`scripts/explore-package`) is.
    static let functions: oplab_instrumentation? = {
        let functions = oplab_find_instrumentation()?.pointee
        if functions == nil, getenv("OPERATIONLAB_INSTRUMENTED") != nil {
            fatalError(
                "This program was started to explore instrumented code, and holds none: was it built by "
                    + "scripts/explore-package?")
        }
        return functions
    }()

    /// Whether it is known what a step does to others, besides what it has announced. Cancels are noted on this processor only.
    static var seesEffects: Bool {
        #if arch(x86_64)
        functions != nil
        #else
        false
        #endif
    }

    /// A function of the toolchain that an instrumented program has to replace, and doesn't; nil if it replaces all.
    static let missingFunction: String? = (functions?.missing_function()).map { String(cString: $0) }

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

    /// The two accesses of the race of the schedule that has ended, to look at in another.
    static var racing: oplab_race? { functions?.first_race() }

    /// Runs schedules in which the stacks and the object of such a race are kept.
    static func watching<Result>(_ race: oplab_race?, _ run: () -> Result) -> Result {
        guard let functions, var race else { return run() }
        functions.watch_race(&race)
        defer { functions.watch_race(nil) }
        return run()
    }

    /// Other for other races, but for digits: by them no two failures are told apart.
    static var summaryOfRace: String {
        guard let race = functions?.first_race() else { return "" }
        func letters(_ code: UnsafeRawPointer?) -> String {
            let digits = Array("ghijklmnopabcdef")
            var (rest, text) = (UInt(bitPattern: code), "")
            while rest > 0 {
                text.append(digits[Int(rest % 16)])
                rest /= 16
            }
            return text
        }
        return "two threads access one word, by \(letters(race.code)) and \(letters(race.other_code))"
    }

    /// The data race of the schedule that has ended; nil if it had none.
    static var race: DataRace? { (functions?.first_race()).flatMap(DataRace.init) }
}
