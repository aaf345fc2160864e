private import ConcurrencyPrimitives

/// What a process has found out about its machine and its queues, and needs to find out only once.
public final class Calibrations: Sendable {
    private let values = Mutex<[String: Double]>([:])

    public init() {}

    /// The value under `name`; `find` is called until it has found one.
    func value(
        _ name: String, isolation: isolated (any Actor)? = #isolation, find: () async throws -> Double?
    ) async rethrows -> Double? {
        if let known = values.withLock({ $0[name] }) { return known }
        let value = try await find()
        values.withLock { $0[name] = value }
        return value
    }
}
