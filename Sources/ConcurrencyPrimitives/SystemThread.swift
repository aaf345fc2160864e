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
}
