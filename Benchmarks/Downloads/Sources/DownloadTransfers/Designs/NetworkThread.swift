private import ConcurrencyPrimitives
private import Foundation

/// A thread with a run loop, on which everything happens that downloads by callbacks do; all of them share it.
///
/// It is AFNetworking's. There a port without a purpose kept the run loop alive, which otherwise returns at once. On this
/// platform there are no such ports, and ``perform(_:)`` of a run loop doesn't wake it up. So a timer that is never due keeps
/// the loop alive, and setting it to now wakes it.
///
/// ## Thread safety
///
/// ``perform(_:)`` can be called from any thread. `@unchecked Sendable`, for the timer: it is set once, before the object is
/// handed out; from other threads only its date is set, which Core Foundation allows.
public final class NetworkThread: @unchecked Sendable {
    /// The one of this process. It lives as long as that.
    public static let shared = NetworkThread()

    private let timer: Timer
    private let calls: PendingCalls

    private init() {
        let calls = PendingCalls()
        let timer = Timer(fire: .distantFuture, interval: Self.farAway, repeats: true) { _ in calls.make() }
        let hasBegun = Latch()
        let unchecked = UncheckedTimer(timer: timer)
        let thread = Thread {
            RunLoop.current.add(unchecked.timer, forMode: .default)
            hasBegun.open()
            while true { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
        }
        thread.name = "downloads"
        thread.start()
        // Until the loop has the timer, nobody could wake it.
        hasBegun.waitBlocking()
        self.timer = timer
        self.calls = calls
    }

    /// Has `body` called on the thread, soon, and after all that was asked for before.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        if calls.add(body) { timer.fireDate = Date() }
    }

    /// Three hundred years.
    private static let farAway = 1e10

    /// Handed to the thread once, before it begins.
    private struct UncheckedTimer: @unchecked Sendable {
        let timer: Timer
    }
}

/// What is to be called on the thread.
private final class PendingCalls: Sendable {
    private let calls = Mutex<[@Sendable () -> Void]>([])

    /// Whether it is the first, so that the thread has to be woken.
    func add(_ call: @escaping @Sendable () -> Void) -> Bool {
        calls.withLock { calls in
            calls.append(call)
            return calls.count == 1
        }
    }

    func make() {
        let taken = calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
        for call in taken { call() }
    }
}
