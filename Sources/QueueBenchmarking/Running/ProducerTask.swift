private import ConcurrencyPrimitives

/// Runs code in a new task of the cooperative pool, whatever executor the caller is on.
enum ProducerTask {
    /// Suspends the calling task until `body` has run in a new task, and returns its result.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        let value = Promise<Value>()
        startTask { value.fulfill(await body()) }
        return await value.value()
    }
}
