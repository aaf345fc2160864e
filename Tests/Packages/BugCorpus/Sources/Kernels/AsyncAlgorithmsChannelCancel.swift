import Synchronization

/// A channel whose consumer may be cancelled when it has not registered yet. The handler found nobody to resume, and left no
/// note of it; then the consumer registered, and waited for ever.
///
/// apple/swift-async-algorithms, pull request 80, "Resolve a race condition that caused repeated testing of channel
/// cancellation to sometimes hang": https://github.com/apple/swift-async-algorithms/pull/80
final class CancellableChannel: Sendable {
    private enum State {
        case idle
        case waiting(UnsafeContinuation<Int?, Never>)
        case cancelled
    }

    private let state = Mutex(State.idle)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func next() async -> Int? {
        if Task.isCancelled { return nil }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if case .cancelled = state { return true }
                    state = .waiting(continuation)
                    return false
                }
                if isCancelled { continuation.resume(returning: nil) }
            }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        let waiter = state.withLock { state -> UnsafeContinuation<Int?, Never>? in
            if case .waiting(let waiter) = state {
                state = .cancelled
                return waiter
            }
            if isFixed { state = .cancelled }
            return nil
        }
        waiter?.resume(returning: nil)
    }
}

extension Bug {
    static let asyncAlgorithmsChannelCancel = Bug(
        name: "AsyncAlgorithmsChannelCancel", project: "apple/swift-async-algorithms",
        citation: "https://github.com/apple/swift-async-algorithms/pull/80", family: .cancellation
    ) { isFixed, expect in
        let channel = CancellableChannel(isFixed: isFixed)
        let consumer = Task { await channel.next() }
        consumer.cancel()
        let value = await consumer.value
        expect(value == nil, "a value that nobody sent")
    }
}
