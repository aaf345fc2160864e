import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations

typealias Queue = any OperationQueueProtocol<Operation>

/// Both kinds of queue. A test waits for the queue and not for an operation: who begins to wait for one that has just
/// finished goes on at once, maybe before its observers are told.
enum Kind: CaseIterable, Sendable {
    case locked, actor

    var queue: Queue { self == .locked ? LockedOperationQueue() : ActorOperationQueue() }
}

struct TestError: Error, Hashable {
    var number = 0
}

/// A condition that isn't met.
struct Unmet: SynchronousOperationCondition {
    let name = "Unmet"

    func evaluateNow(for operation: AdvancedOperation) throws { throw TestError(number: 7) }
}

/// A clock whose time a test lets pass.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var elapsed: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.elapsed < rhs.elapsed }
    }

    private let time = Mutex(Instant())

    var now: Instant { time.withLock { $0 } }
    let minimumResolution = Duration.nanoseconds(1)

    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    /// Nobody waits here: durations are read off.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        fatalError("a test measures, and never sleeps")
    }
}
