import Foundation

/// A writer that decides under its lock to suspend a yield, releases the lock, and takes it again to store the continuation. A
/// cancellation in between finds nobody to resume; its note was read before the first section only.
///
/// apple/swift-nio, pull request 3453, "Handle cancellation between dropping and reacquiring lock":
/// https://github.com/apple/swift-nio/pull/3453
final class AsyncWriter: @unchecked Sendable {
    private let lock = NSLock()
    private var isWritable = false
    private var isCancelled = false
    private var suspended: UnsafeContinuation<Bool, Never>?
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    private enum Action { case write, fail, suspend }

    /// Returns whether it has written.
    func yield() async -> Bool {
        await withTaskCancellationHandler {
            let action: Action = lock.withLock { isCancelled ? .fail : isWritable ? .write : .suspend }
            switch action {
            case .write: return true
            case .fail: return false
            case .suspend:
                return await withUnsafeContinuation { continuation in
                    let hasFailed = lock.withLock {
                        if isFixed && isCancelled { return true }
                        suspended = continuation
                        return false
                    }
                    if hasFailed { continuation.resume(returning: false) }
                }
            }
        } onCancel: {
            let waiter = lock.withLock {
                isCancelled = true
                defer { suspended = nil }
                return suspended
            }
            waiter?.resume(returning: false)
        }
    }
}

extension Bug {
    static let nioAsyncWriterYield = Bug(
        name: "NIOAsyncWriterYield", project: "apple/swift-nio",
        citation: "https://github.com/apple/swift-nio/pull/3453", family: .cancellation
    ) { isFixed, expect in
        let writer = AsyncWriter(isFixed: isFixed)
        let task = Task { await writer.yield() }
        task.cancel()
        let hasWritten = await task.value
        expect(!hasWritten, "it wrote what nobody could take")
    }
}
