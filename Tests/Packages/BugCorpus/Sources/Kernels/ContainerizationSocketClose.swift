import Synchronization

/// A socket whose every access to its state is behind a mutex, but whose check and whose change are two accesses.
///
/// apple/containerization, pull request 245, "Eliminate race windows in the `Socket` class":
/// https://github.com/apple/containerization/pull/245
final class DescriptorSocket: Sendable {
    private enum State: Equatable { case open(descriptor: Int), closed }

    private let state = Mutex(State.open(descriptor: 3))
    private let closings = Atomic(0)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// How often the descriptor was closed: the second time it may be another one's.
    var closingCount: Int { closings.load(ordering: .acquiring) }

    func close() {
        if isFixed {
            let wasOpen = state.withLock { state in
                defer { state = .closed }
                return state != .closed
            }
            if wasOpen { closeDescriptor() }
        } else {
            if state.withLock({ $0 }) == .closed { return }
            closeDescriptor()
            state.withLock { $0 = .closed }
        }
    }

    private func closeDescriptor() { closings.add(1, ordering: .acquiringAndReleasing) }
}

extension Bug {
    static let containerizationSocketClose = Bug(
        name: "ContainerizationSocketClose", project: "apple/containerization",
        citation: "https://github.com/apple/containerization/pull/245", family: .lockReleased
    ) { isFixed, expect in
        let socket = DescriptorSocket(isFixed: isFixed)
        let other = Task { socket.close() }
        socket.close()
        await other.value
        expect(socket.closingCount == 1, "closed \(socket.closingCount) times")
    }
}
