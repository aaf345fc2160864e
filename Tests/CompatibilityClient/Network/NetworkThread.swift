#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// One thread for all connections, whose run loop is kept alive for them.
///
/// `@unchecked Sendable`: the run loop is set once, before `shared` is known to anybody.
final class NetworkThread: @unchecked Sendable {
    static let shared = NetworkThread()

    private var runLoop: RunLoop!

    private init() {
        let isUp = Latch()
        let thread = Thread { [self] in
            runLoop = RunLoop.current
            runLoop.keepAlive()
            isUp.open()
            while runLoop.run(mode: .default, before: .distantFuture) {}
        }
        thread.name = "network"
        thread.start()
        isUp.wait()
    }

    /// Runs `block` on the thread, in a later turn of its run loop.
    func perform(_ block: @escaping @Sendable () -> Void) { runLoop.performSoon(block) }
}

extension RunLoop {
    /// Lets the run loop wait also while there is nothing that it could do.
    func keepAlive() {
        add(Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }, forMode: .default)
    }

    /// Runs `block` in a later turn. By a timer that is due: `perform(_:)` doesn't wake a run loop that sleeps, on
    /// Linux.
    func performSoon(_ block: @escaping @Sendable () -> Void) {
        add(Timer(timeInterval: 0, repeats: false) { _ in block() }, forMode: .default)
    }
}
