#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Is called back by a ``Connection``, on the thread of the connection.
protocol ConnectionDelegate: AnyObject {
    func connection(_ connection: Connection, didReceive data: Data)
    func connectionDidFinishLoading(_ connection: Connection)
}

/// A connection to a server that answers in parts: each part is a call of the delegate, which the connection keeps
/// until the last one or ``cancel()``.
///
/// Where the delegate is called, ``Callbacks`` says. After `cancel()` it may be called once more, if that call was on
/// its way: a delegate has to bear that.
///
/// `@unchecked Sendable`: all but the delegate is immutable, and that is touched under the lock only.
final class Connection: @unchecked Sendable {
    enum Callbacks: CaseIterable, Sendable {
        case onAThread, onARunLoop, onTheMainRunLoop

        /// For a process whose main thread has no run loop that runs.
        static let elsewhere: [Callbacks] = [.onAThread, .onARunLoop]
    }

    /// What the server answers to everybody.
    static let parts = ["HTTP/1.1 200 OK\n", "Hello", ", ", "world"].map { Data($0.utf8) }

    let url: URL
    private let callbacks: Callbacks
    private let lock = NSLock()
    private var delegate: (any ConnectionDelegate)?

    init(_ url: URL, callbacks: Callbacks, delegate: any ConnectionDelegate) {
        self.url = url
        self.callbacks = callbacks
        self.delegate = delegate
    }

    func start() {
        switch callbacks {
        case .onAThread:
            Thread.detachNewThread { [self] in
                for step in 0...Self.parts.count { callBack(step) }
            }
        case .onARunLoop, .onTheMainRunLoop: goOn(at: 0)
        }
    }

    func cancel() { lock.withLock { delegate = nil } }

    /// Each call arrives by itself, so that other connections come between.
    private func goOn(at step: Int) {
        let turn: @Sendable () -> Void = { [self] in
            callBack(step)
            if step < Self.parts.count { goOn(at: step + 1) }
        }
        switch callbacks {
        case .onTheMainRunLoop: RunLoop.main.performSoon(turn)
        default: NetworkThread.shared.perform(turn)
        }
    }

    private func callBack(_ step: Int) {
        guard let delegate = lock.withLock({ delegate }) else { return }
        if step < Self.parts.count {
            delegate.connection(self, didReceive: Self.parts[step])
        } else {
            cancel()
            delegate.connectionDidFinishLoading(self)
        }
    }
}
