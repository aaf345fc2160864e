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

    /// Runs `body`, which may block, on a new thread, and returns what it returned. The calling task is suspended
    /// meanwhile.
    package static func value<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, of body: @escaping @Sendable () -> Value
    ) async -> Value {
        let value = Promise<Value>()
        start { value.fulfill(body()) }
        return await value.value()
    }
}
