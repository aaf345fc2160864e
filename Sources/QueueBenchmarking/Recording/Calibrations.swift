private import ConcurrencyPrimitives

/// Values about the machine and its queues that a process determines once.
public final class Calibrations: Sendable {
    private let values = Mutex<[String: Double]>([:])

    public init() {}

    /// The value with the given name; calls `find` until it has returned one.
    func value(
        _ name: String, isolation: isolated (any Actor)? = #isolation, find: () async throws -> Double?
    ) async rethrows -> Double? {
        if let known = values.withLock({ $0[name] }) { return known }
        let value = try await find()
        values.withLock { $0[name] = value }
        return value
    }
}
