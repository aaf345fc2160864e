private import CPlatform

/// A new thread of the system: neither Dispatch's nor the cooperative pool's, and never one of an exploration's choices.
package enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread. Returns at once.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let error = oplab_start_thread({ Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }, argument)
        if error != 0 { fatalError("The system gives no thread: error \(error).") }
    }

    /// What `body` returns on a new thread.
    package static func value<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, of body: @escaping @Sendable () -> Value
    ) async -> Value {
        let result = Result<Value>()
        await suspend { resumption in
            start {
                let value = body()
                result.value.withLock { $0 = value }
                resumption.resume()
            }
        }
        guard let value = result.value.withLock({ $0 }) else {
            fatalError("A thread was resumed without a value.")
        }
        return value
    }

    private final class Result<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
