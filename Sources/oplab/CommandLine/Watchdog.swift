/// Ends what takes too long: the last resort against a process that neither answers nor ends.
struct Watchdog {
    let limit: Duration
    /// Makes what is watched come to its end.
    let bite: @Sendable () -> Void

    /// What `body` returns or throws. It is bitten after the limit, and waited for all the same.
    func watch<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let (limit, bite) = (limit, bite)
        let timer = Task {
            do {
                try await Task.sleep(for: limit)
                bite()
            } catch {
                // It was in time.
            }
        }
        defer { timer.cancel() }
        return try await body()
    }
}
