import Foundation

/// A queued task that looks whether it was cancelled, starts its execution, and then tells where that is. A cancellation in
/// between finds no execution to cancel, and nobody looks again.
///
/// swiftlang/sourcekit-lsp, pull request 2152, "Fix race condition that causes task cancellation to be missed in `TaskScheduler`":
/// https://github.com/swiftlang/sourcekit-lsp/pull/2152
final class QueuedTask: @unchecked Sendable {
    private let lock = NSLock()
    private var isCancelled = false
    private var execution: Task<Void, Never>?
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Returns the execution, unless the task was cancelled before.
    func execute() -> Task<Void, Never>? {
        if lock.withLock({ isCancelled }) { return nil }
        let started = Task {}
        let isLate = lock.withLock {
            execution = started
            return isFixed && isCancelled
        }
        if isLate { started.cancel() }
        return started
    }

    func cancel() {
        let running = lock.withLock {
            isCancelled = true
            return execution
        }
        running?.cancel()
    }
}

extension Bug {
    static let sourceKitTaskScheduler = Bug(
        name: "SourceKitTaskScheduler", project: "swiftlang/sourcekit-lsp",
        citation: "https://github.com/swiftlang/sourcekit-lsp/pull/2152", family: .cancellation
    ) { isFixed, expect in
        let queued = QueuedTask(isFixed: isFixed)
        let other = Task { queued.cancel() }
        let execution = queued.execute()
        await other.value
        expect(execution?.isCancelled ?? true, "the execution goes on, though its task was cancelled")
        await execution?.value
    }
}
