internal import CPlatform
private import Synchronization

/// Stamps the starts and finishes of one operation, from inside its body.
///
/// Every stamp is a relaxed store into a word of this operation's own, so watching an operation orders it
/// with nothing else. Read it after the scenario has come to an end, or accept a snapshot.
public final class OperationTrace: Sendable {
    /// What to call the operation.
    public let label: String
    private let starts = Atomic<Int>(0)
    private let finishes = Atomic<Int>(0)
    private let firstStart = Atomic<UInt64>(0)
    private let lastFinish = Atomic<UInt64>(0)
    private let thread = Atomic<Int32>(0)

    init(label: String) { self.label = label }

    /// How often the body began.
    public var startCount: Int { starts.load(ordering: .relaxed) }
    /// How often the body ended.
    public var finishCount: Int { finishes.load(ordering: .relaxed) }
    /// When the body first began, in nanoseconds of the monotonic clock; nil if it has not.
    public var startTime: UInt64? { startCount > 0 ? firstStart.load(ordering: .relaxed) : nil }
    /// When the body last ended; nil if it has not.
    public var finishTime: UInt64? { finishCount > 0 ? lastFinish.load(ordering: .relaxed) : nil }

    /// Stamps the start: call it first in the body.
    public func begin() {
        if starts.load(ordering: .relaxed) == 0 {
            firstStart.store(oplab_monotonic_nanoseconds(), ordering: .relaxed)
            thread.store(oplab_thread_id(), ordering: .relaxed)
        }
        starts.wrappingAdd(1, ordering: .relaxed)
    }

    /// Stamps the finish: call it last in the body.
    public func end() {
        lastFinish.store(oplab_monotonic_nanoseconds(), ordering: .relaxed)
        finishes.wrappingAdd(1, ordering: .relaxed)
    }

    /// Runs `body` between the two stamps.
    public func run(_ body: () throws -> Void) rethrows {
        begin()
        defer { end() }
        try body()
    }

    func events(since origin: UInt64) -> [History.Event] {
        let actor = "thread \(thread.load(ordering: .relaxed))"
        func event(_ time: UInt64?, _ kind: History.Event.Kind) -> History.Event? {
            time.map { History.Event(time: $0 &- origin, kind: kind, subject: label, actor: actor) }
        }
        return [event(startTime, .started), event(finishTime, .finished)].compactMap { $0 }
    }
}
