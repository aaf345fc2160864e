#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// One thread for all connections, whose run loop is kept alive by a timer that never comes to anything.
///
/// `@unchecked Sendable`: the run loop is set once, before `shared` is known to anybody.
final class NetworkThread: @unchecked Sendable {
    static let shared = NetworkThread()

    private var runLoop: RunLoop!

    private init() {
        let isUp = Latch()
        let thread = Thread { [self] in
            runLoop = RunLoop.current
            runLoop.add(Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }, forMode: .default)
            isUp.open()
            while runLoop.run(mode: .default, before: .distantFuture) {}
        }
        thread.name = "network"
        thread.start()
        isUp.wait()
    }

    /// Runs `block` on the thread, in a later turn of its run loop. By a timer that is due: `RunLoop.perform` doesn't
    /// wake a run loop that sleeps, on this platform.
    func perform(_ block: @escaping @Sendable () -> Void) {
        runLoop.add(Timer(timeInterval: 0, repeats: false) { _ in block() }, forMode: .default)
    }
}
