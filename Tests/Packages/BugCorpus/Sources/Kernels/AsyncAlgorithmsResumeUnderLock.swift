import Foundation

/// A stream that resumes its consumer while it holds its lock. The runtime takes a lock of the consumer's task to resume it, and
/// holds the same lock while the cancellation handler runs, which wants the lock of the stream.
///
/// apple/swift-async-algorithms, pull request 303, "Fix potential deadlocks when resuming a continuation while holding a lock":
/// https://github.com/apple/swift-async-algorithms/pull/303
final class LockedStream: @unchecked Sendable {
    private let lock = NSLock()
    private var waiter: UnsafeContinuation<Int?, Never>?
    private var pending: Int?
    private var isCancelled = false
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func next() async -> Int? {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let value: Int?? = lock.withLock {
                    if let pending { return .some(pending) }
                    if isCancelled { return .some(nil) }
                    waiter = continuation
                    return nil
                }
                if let value { continuation.resume(returning: value) }
            }
        } onCancel: {
            let waiter = lock.withLock {
                isCancelled = true
                return takeWaiter()
            }
            waiter?.resume(returning: nil)
        }
    }

    func send(_ value: Int) {
        if isFixed {
            let waiter = lock.withLock {
                pending = value
                return takeWaiter()
            }
            waiter?.resume(returning: value)
        } else {
            lock.withLock {
                pending = value
                takeWaiter()?.resume(returning: value)
            }
        }
    }

    private func takeWaiter() -> UnsafeContinuation<Int?, Never>? {
        defer { waiter = nil }
        return waiter
    }
}

extension Bug {
    static let asyncAlgorithmsResumeUnderLock = Bug(
        name: "AsyncAlgorithmsResumeUnderLock", project: "apple/swift-async-algorithms",
        citation: "https://github.com/apple/swift-async-algorithms/pull/303", family: .callbackUnderLock
    ) { isFixed, expect in
        let stream = LockedStream(isFixed: isFixed)
        let consumer = Task { await stream.next() }
        let producer = Task { stream.send(1) }
        consumer.cancel()
        await producer.value
        let value = await consumer.value
        expect(value == nil || value == 1, "\(String(describing: value))")
    }
}
