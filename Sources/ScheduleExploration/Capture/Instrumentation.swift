internal import CPlatform

/// What the explorer tells a program that was compiled for ThreadSanitizer and holds the product `ScheduleInstrumentation`:
/// whose atomic accesses are choice points, and whose plain ones are judged for data races.
enum Instrumentation {
    /// Nil in other programs. They never change.
    static let functions: oplab_instrumentation? = oplab_find_instrumentation()?.pointee

    /// Whether the schedule that has ended had a data race.
    static var hasRace: Bool { functions?.first_race().code != nil }

    /// The data race of the schedule that has ended; nil if it had none.
    static var race: DataRace? { (functions?.first_race()).flatMap(DataRace.init) }
}
