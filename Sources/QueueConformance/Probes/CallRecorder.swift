internal import CPlatform
private import ConcurrencyPrimitives

/// Records calls to a queue's API, each with its invocation and its return, for one caller.
///
/// A recorder belongs to one caller, so its lock is never contended and recording a call orders nothing between
/// callers. It is a lock only so that the history of a scenario that hangs can still be read.
public final class CallRecorder: Sendable {
    /// Whose calls they are, for people.
    public let name: String
    private let origin: UInt64
    private let recorded = Mutex<[History.Event]>([])

    init(name: String, origin: UInt64) {
        self.name = name
        self.origin = origin
    }

    /// Makes a call and records it; `call` is how it reads in code.
    public func call<Result>(_ call: String, _ body: () throws -> Result) rethrows -> Result {
        record(.called, call)
        defer { record(.returned, call) }
        return try body()
    }

    /// Makes a call that waits or asks, and records it.
    public func call<Result: Sendable>(
        _ call: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        record(.called, call)
        defer { record(.returned, call) }
        return try await body()
    }

    /// Makes a call that waits and says why it ended early, and records it.
    func call<Failure: Error>(
        throwing call: String, _ body: () async throws(Failure) -> Void
    ) async throws(Failure) {
        record(.called, call)
        defer { record(.returned, call) }
        try await body()
    }

    /// Records that a call isn't made.
    func skip(_ call: String) { record(.skipped, call) }

    var events: [History.Event] { recorded.withLock { $0 } }

    private func record(_ kind: History.Event.Kind, _ call: String) {
        let time = oplab_monotonic_nanoseconds() &- origin
        recorded.withLock { $0.append(.init(time: time, kind: kind, subject: call, actor: name)) }
    }
}
