/// A group of services that waits for the signal to shut down. A signal that came before it ran was forgotten.
///
/// swift-server/swift-service-lifecycle, pull request 250, "Remember graceful shutdown requested before run":
/// https://github.com/swift-server/swift-service-lifecycle/pull/250
actor ServiceGroup {
    private enum State {
        case initial
        case running(UnsafeContinuation<Void, Never>)
        case finished
    }

    private var state = State.initial
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func run() async {
        guard case .initial = state else { return }
        await withUnsafeContinuation { state = .running($0) }
    }

    func triggerGracefulShutdown() {
        switch state {
        case .initial:
            if isFixed { state = .finished }
        case .running(let continuation):
            state = .finished
            continuation.resume()
        case .finished: break
        }
    }
}

extension Bug {
    static let serviceLifecycleShutdown = Bug(
        name: "ServiceLifecycleShutdown", project: "swift-server/swift-service-lifecycle",
        citation: "https://github.com/swift-server/swift-service-lifecycle/pull/250", family: .shutdown
    ) { isFixed, _ in
        let group = ServiceGroup(isFixed: isFixed)
        let run = Task { await group.run() }
        await group.triggerGracefulShutdown()
        await run.value
    }
}
