private import ConcurrencyPrimitives

/// A thread to call a queue from: neither Dispatch's, which the queue may need, nor the cooperative pool's, nor
/// the main one.
enum ProducerThread {
    /// Suspends the calling task until `body` has run on a new thread, and returns what it returned.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        let result = ResultBox<Result>()
        await suspend { resumption in
            SystemThread.start {
                result.set(body())
                resumption.resume()
            }
        }
        return result.value
    }
}

/// A task of the cooperative pool to call a queue from, whatever the caller runs on.
enum ProducerTask {
    /// Suspends the calling task until `body` has run in a new one, and returns what it returned.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
        let result = ResultBox<Result>()
        await suspend { resumption in
            startTask {
                result.set(await body())
                resumption.resume()
            }
        }
        return result.value
    }
}

/// Hands a result from who computes it to who waits for it.
private final class ResultBox<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)

    func set(_ value: Result) { result.withLock { $0 = value } }

    var value: Result {
        guard let value = result.withLock({ $0 }) else { fatalError("A result was asked for too early.") }
        return value
    }
}
