import Foundation

/// Those who use a resource, all of one kind. The first to come locks the resource, and the last to leave unlocks it.
final class ResourceUsers: @unchecked Sendable {
    private let guardian: NSLock
    private let resource: NSLock
    private var count = 0

    init(guardian: NSLock, resource: NSLock) {
        self.guardian = guardian
        self.resource = resource
    }

    func use() {
        guardian.withLock {
            count += 1
            if count == 1 { resource.lock() }
        }
        guardian.withLock {
            count -= 1
            if count == 0 { resource.unlock() }
        }
    }
}

extension Shape {
    /// Two kinds of users share the lock that guards their counts. One kind has the resource, the other waits for it and has the
    /// guard, which the first needs to leave. In the fixed form each kind has a guard of its own.
    static let carter = Shape(name: "CS.carter01_bad", symptom: .deadlock, hasFixedForm: true) { isFixed, _ in
        let resource = NSLock()
        let guardian = NSLock()
        let readers = ResourceUsers(guardian: guardian, resource: resource)
        let writers = ResourceUsers(guardian: isFixed ? NSLock() : guardian, resource: resource)
        await runThreads([{ readers.use() }, { writers.use() }])
    }

    /// Two threads take two locks, in opposite orders.
    static let deadlock = Shape(
        name: "CS.deadlock01_bad", symptom: .deadlock, hasFixedForm: true
    ) { isFixed, _ in
        let a = NSLock()
        let b = NSLock()
        let counter = Word()
        await runThreads([
            { a.withLock { b.withLock { counter.value += 1 } } },
            {
                let (first, second) = isFixed ? (a, b) : (b, a)
                first.withLock { second.withLock { counter.value -= 1 } }
            },
        ])
    }

    /// Two threads pass from the lock of one phase to that of the next, and neither gives the last one back. The second to come
    /// waits for ever, in every schedule.
    static let phase = Shape(name: "CS.phase01_bad", symptom: .deadlock) { _, _ in
        let first = NSLock()
        let second = NSLock()
        let pass: @Sendable () -> Void = {
            first.lock()
            second.lock()
            first.unlock()
        }
        await runThreads([pass, pass])
    }
}
