import Synchronization

/// A channel whose end is an element like another. The consumer that takes it ends; whoever asks after that waits for ever.
///
/// apple/swift-async-algorithms, pull request 152, "Fix async channel finishes all":
/// https://github.com/apple/swift-async-algorithms/pull/152
final class FinishableChannel: Sendable {
    private struct State {
        var elements: [Int?] = []
        var isFinished = false
        var waiters: [UnsafeContinuation<Int?, Never>] = []
    }

    private let state = Mutex(State())
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func next() async -> Int? {
        await withUnsafeContinuation { continuation in
            let element: Int?? = state.withLock { state in
                if !state.elements.isEmpty { return state.elements.removeFirst() }
                if state.isFinished { return .some(nil) }
                state.waiters.append(continuation)
                return nil
            }
            if let element { continuation.resume(returning: element) }
        }
    }

    func send(_ element: Int) { deliver(element) }

    func finish() {
        guard isFixed else { return deliver(nil) }
        let waiters = state.withLock { state in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: nil) }
    }

    private func deliver(_ element: Int?) {
        let waiter = state.withLock { state -> UnsafeContinuation<Int?, Never>? in
            if !state.waiters.isEmpty { return state.waiters.removeFirst() }
            state.elements.append(element)
            return nil
        }
        waiter?.resume(returning: element)
    }
}

extension Bug {
    static let asyncAlgorithmsChannelFinish = Bug(
        name: "AsyncAlgorithmsChannelFinish", project: "apple/swift-async-algorithms",
        citation: "https://github.com/apple/swift-async-algorithms/pull/152", family: .endOfStream
    ) { isFixed, expect in
        let channel = FinishableChannel(isFixed: isFixed)
        let consumers = (0..<2).map { _ in
            Task {
                var count = 0
                while await channel.next() != nil { count += 1 }
                return count
            }
        }
        channel.send(1)
        channel.finish()
        var count = 0
        for consumer in consumers { count += await consumer.value }
        expect(count == 1, "one element was sent, and \(count) came")
    }
}
