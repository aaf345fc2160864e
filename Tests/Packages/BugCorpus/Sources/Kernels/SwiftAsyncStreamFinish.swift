import Synchronization

/// A stream with several consumers. When it ended, it resumed only one of those that waited.
///
/// swiftlang/swift, issue 66541, "`AsyncStream` multi-consumptions does not propagate `.finished` event to all consumers", fixed
/// by pull request 75878: https://github.com/swiftlang/swift/pull/75878
final class MultiConsumerStream: Sendable {
    private struct State {
        var waiters: [UnsafeContinuation<Int?, Never>] = []
        var isFinished = false
    }

    private let state = Mutex(State())
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func next() async -> Int? {
        await withUnsafeContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isFinished { state.waiters.append(continuation) }
                return state.isFinished
            }
            if isFinished { continuation.resume(returning: nil) }
        }
    }

    func finish() {
        let waiters = state.withLock { state in
            state.isFinished = true
            let count = isFixed ? state.waiters.count : min(1, state.waiters.count)
            defer { state.waiters.removeFirst(count) }
            return Array(state.waiters.prefix(count))
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }
}

extension Bug {
    static let swiftAsyncStreamFinish = Bug(
        name: "SwiftAsyncStreamFinish", project: "swiftlang/swift",
        citation: "https://github.com/swiftlang/swift/pull/75878", family: .endOfStream
    ) { isFixed, expect in
        let stream = MultiConsumerStream(isFixed: isFixed)
        let consumers = (0..<2).map { _ in Task { await stream.next() } }
        stream.finish()
        for consumer in consumers {
            let value = await consumer.value
            expect(value == nil, "a value that nobody sent")
        }
    }
}
