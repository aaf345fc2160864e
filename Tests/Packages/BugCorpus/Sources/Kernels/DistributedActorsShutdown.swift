import Foundation

/// A system that calls back when it has shut down. Whoever asks for that while it shuts down, or after that, is never called.
///
/// apple/swift-distributed-actors, issue 760, "ActorSystem.shutdown() does not invoke callback if system is already shutdown":
/// https://github.com/apple/swift-distributed-actors/issues/760
final class ShutdownSystem: @unchecked Sendable {
    private enum State { case running, stopping, stopped }

    let terminations = Counter()
    private let lock = NSLock()
    private var state = State.running
    private var callbacks: [@Sendable () -> Void] = []
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func shutdown(_ callback: @escaping @Sendable () -> Void) {
        let found = lock.withLock { () -> State in
            if state == .running { defer { state = .stopping }; return state }
            if isFixed && state == .stopping { callbacks.append(callback) }
            return state
        }
        switch found {
        case .running:
            terminations.add()
            let others = lock.withLock {
                state = .stopped
                defer { callbacks = [] }
                return callbacks
            }
            callback()
            for other in others { other() }
        case .stopping: break
        case .stopped: if isFixed { callback() }
        }
    }
}

extension Bug {
    static let distributedActorsShutdown = Bug(
        name: "DistributedActorsShutdown", project: "apple/swift-distributed-actors",
        citation: "https://github.com/apple/swift-distributed-actors/issues/760", family: .shutdown
    ) { isFixed, expect in
        let system = ShutdownSystem(isFixed: isFixed)
        let shutdown = { @Sendable () async in
            await withUnsafeContinuation { continuation in system.shutdown { continuation.resume() } }
        }
        let other = Task { await shutdown() }
        await shutdown()
        await other.value
        expect(system.terminations.value == 1, "terminated \(system.terminations.value) times")
    }
}
