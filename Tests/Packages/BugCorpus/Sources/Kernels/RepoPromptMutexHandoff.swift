/// A mutex whose waiters are removed by a task of their own when they are cancelled. Before it runs, whoever unlocks may hand the
/// mutex to the cancelled waiter, which enters.
///
/// repoprompt/repoprompt-ce, issue 492, "Cancelled AsyncMutex waiters can still enter the critical section":
/// https://github.com/repoprompt/repoprompt-ce/issues/492
actor CancellableMutex {
    private var isLocked = false
    private var waiters: [(number: Int, continuation: UnsafeContinuation<Bool, Never>)] = []
    private var cancelled: Set<Int> = []
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Returns whether the caller has the mutex; it has not if its task was cancelled.
    func lock(_ number: Int) async -> Bool {
        if Task.isCancelled { return false }
        if !isLocked {
            isLocked = true
            return true
        }
        let isGranted = await withTaskCancellationHandler {
            await withUnsafeContinuation { wait(number, $0) }
        } onCancel: {
            Task { await removeWaiter(number) }
        }
        if isFixed && isGranted && Task.isCancelled {
            unlock()
            return false
        }
        return isGranted
    }

    func unlock() {
        isLocked = !waiters.isEmpty
        if isLocked { waiters.removeFirst().continuation.resume(returning: true) }
    }

    private func wait(_ number: Int, _ continuation: UnsafeContinuation<Bool, Never>) {
        if cancelled.contains(number) {
            continuation.resume(returning: false)
        } else {
            waiters.append((number, continuation))
        }
    }

    private func removeWaiter(_ number: Int) {
        cancelled.insert(number)
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume(returning: false)
    }
}

extension Bug {
    static let repoPromptMutexHandoff = Bug(
        name: "RepoPromptMutexHandoff", project: "repoprompt/repoprompt-ce",
        citation: "https://github.com/repoprompt/repoprompt-ce/issues/492", family: .cancellation
    ) { isFixed, expect in
        let mutex = CancellableMutex(isFixed: isFixed)
        let isMine = await mutex.lock(1)
        expect(isMine, "nobody else has it")
        let waiter = Task { await mutex.lock(2) }
        waiter.cancel()
        await mutex.unlock()
        let hasEntered = await waiter.value
        expect(!hasEntered, "the waiter was cancelled before it could enter, and did")
    }
}
