private import ConcurrencyPrimitives

/// A task of the cooperative pool to call a queue from, whatever the caller runs on.
enum ProducerTask {
    /// Suspends the calling task until `body` has run in a new one, and returns what it returned.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        let value = Promise<Value>()
        startTask { value.fulfill(await body()) }
        return await value.value()
    }
}
