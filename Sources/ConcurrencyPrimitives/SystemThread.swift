private import CPlatform

/// A new thread of the system: neither Dispatch's nor the cooperative pool's.
///
/// An exploration controls it only as any other that a program makes: if a controlled thread starts it, where the interposer sees
/// that (`ScheduleInterposition`).
package enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread. Returns at once.
    ///
    /// - Parameters:
    ///   - stackSize: The size of the thread's stack, in bytes; 0 for the system's default.
    ///   - body: The work.
    package static func start(stackSize: UInt64 = 0, _ body: @escaping @Sendable () -> Void) {
        let error = tryToStart(body, stackSize: stackSize)
        if error != 0 { fatalError("The system gives no thread: error \(error).") }
    }

    /// The same. False if the system can't start a thread; `body` then doesn't run.
    static func startIfPossible(_ body: @escaping @Sendable () -> Void) -> Bool { tryToStart(body) == 0 }

    private static func tryToStart(_ body: @escaping @Sendable () -> Void, stackSize: UInt64 = 0) -> Int32 {
        let argument = Unmanaged.passRetained(Body(body))
        let error = oplab_start_thread(
            { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }, argument.toOpaque(), stackSize)
        if error != 0 { argument.release() }
        return error
    }

    /// Runs `body`, which may block, on a new thread, and returns its result. The calling task is suspended meanwhile.
    package static func value<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, of body: @escaping @Sendable () -> Value
    ) async -> Value {
        let value = Promise<Value>()
        start { value.fulfill(body()) }
        return await value.value()
    }
}
