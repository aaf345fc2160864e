internal import Operations

extension FuzzProgram {
    /// What the runner calls when the acting threads have ended, so that everything can end: it resumes the queues, raises a
    /// limit of 0, and releases all bodies.
    func finalCalls(_ claims: QueueCapabilities) -> [FuzzCall] {
        var final: [FuzzCall] = []
        for queue in limits.indices {
            // Where each thread's last call resumes, so does the last of all, and another would hide a wakeup that was lost.
            let mayStaySuspended = threads.contains { thread in
                thread.last { if case .setSuspended(queue, _) = $0 { true } else { false } }
                    == .setSuspended(queue: queue, true)
            }
            if mayStaySuspended { final.append(.setSuspended(queue: queue, false)) }
            let mayStayStopped = threads.contains { thread in
                thread.last { if case .setLimit(queue, _) = $0 { true } else { false } }
                    == .setLimit(queue: queue, 0)
            }
            if mayStayStopped { final.append(.setLimit(queue: queue, 1)) }
        }
        return final + operations.indices.filter { operations[$0].isHeld }.map { .release($0) }
    }

    /// What the runner calls at the very end: it waits for everything, and looks whether it has finished.
    func closingCalls(_ claims: QueueCapabilities) -> [FuzzCall] {
        // An operation may add another to a queue that was waited for already; that one adds none.
        let rounds = limits.count > 1 ? 2 : 1
        var closing: [FuzzCall] = (0..<rounds).flatMap { _ in limits.indices.map { .waitForAll(queue: $0) } }
        if claims.contains(.enumeration) { closing += limits.indices.map { .readCount(queue: $0) } }
        guard claims.contains(.lifeCycle) else { return closing }
        // What a body adds is never added if the body doesn't run.
        let added = threads.flatMap { $0 }.flatMap(\.submitted).filter { operations[$0].isObject }
        for operation in added.sorted() {
            closing += [.wait(operation), .read(operation, .isFinished), .read(operation, .isExecuting)]
            closing += [.read(operation, .isCancelled), .read(operation, .isReady)]
        }
        return closing
    }
}
