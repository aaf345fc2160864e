private import CPlatform

/// A thread of a scenario's own: neither Dispatch's, which a queue may need, nor the cooperative pool's.
public enum ScenarioThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread. Returns at once.
    public static func start(_ body: @escaping @Sendable () -> Void) {
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let error = oplab_start_thread({ Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }, argument)
        if error != 0 { fatalError("A thread for the scenario can't be created: error \(error).") }
    }
}
