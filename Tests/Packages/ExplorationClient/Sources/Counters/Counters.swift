import Dispatch
import Foundation
import Synchronization

/// A number that threads count up. Each has a correct way, and one that loses an update: it looks, and stores later.
public protocol Counter: Sendable {
    var value: Int { get async }
    func add() async
    func addLate() async
}

public final class MutexCounter: Counter {
    private let number = Mutex(0)
    public init() {}
    public var value: Int { number.withLock { $0 } }
    public func add() { number.withLock { $0 += 1 } }
    public func addLate() {
        let seen = number.withLock { $0 }
        number.withLock { $0 = seen + 1 }
    }
}

public final class AtomicCounter: Counter {
    private let number = Atomic(0)
    public init() {}
    public var value: Int { number.load(ordering: .acquiring) }
    public func add() { number.add(1, ordering: .acquiringAndReleasing) }
    public func addLate() {
        let seen = number.load(ordering: .acquiring)
        number.store(seen + 1, ordering: .releasing)
    }
}

public final class NSLockCounter: Counter, @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    public init() {}
    public var value: Int { lock.withLock { number } }
    public func add() { lock.withLock { number += 1 } }
    public func addLate() {
        let seen = lock.withLock { number }
        lock.withLock { number = seen + 1 }
    }
}

public final class NSRecursiveLockCounter: Counter, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var number = 0
    public init() {}
    public var value: Int { lock.withLock { number } }
    public func add() { lock.withLock { lock.withLock { number += 1 } } }
    public func addLate() {
        let seen = lock.withLock { lock.withLock { number } }
        lock.withLock { number = seen + 1 }
    }
}

public final class NSConditionCounter: Counter, @unchecked Sendable {
    private let condition = NSCondition()
    private var isTaken = false
    private var number = 0
    public init() {}

    private func exclusively<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        while isTaken { condition.wait() }
        isTaken = true
        condition.unlock()
        defer {
            condition.lock()
            isTaken = false
            condition.signal()
            condition.unlock()
        }
        return body()
    }

    public var value: Int { exclusively { number } }
    public func add() { exclusively { number += 1 } }
    public func addLate() {
        let seen = exclusively { number }
        exclusively { number = seen + 1 }
    }
}

public final class SemaphoreCounter: Counter, @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 1)
    private var number = 0
    public init() {}

    private func exclusively<Result>(_ body: () -> Result) -> Result {
        semaphore.wait()
        defer { semaphore.signal() }
        return body()
    }

    public var value: Int { exclusively { number } }
    public func add() { exclusively { number += 1 } }
    public func addLate() {
        let seen = exclusively { number }
        exclusively { number = seen + 1 }
    }
}

public final class QueueCounter: Counter, @unchecked Sendable {
    private let queue = DispatchQueue(label: "counter")
    private var number = 0
    public init() {}
    public var value: Int { queue.sync { number } }
    public func add() { queue.sync { number += 1 } }
    public func addLate() {
        let seen = queue.sync { number }
        queue.sync { number = seen + 1 }
    }
}

public actor ActorCounter: Counter {
    private var number = 0
    public init() {}
    public var value: Int { number }
    public func add() { number += 1 }
    public func addLate() async {
        let seen = number
        await Task.yield()
        number = seen + 1
    }
}

/// Without any synchronisation.
public final class PlainCounter: Counter, @unchecked Sendable {
    private var number = 0
    public init() {}
    public var value: Int { number }
    public func add() { number += 1 }
    public func addLate() { number += 1 }
}

/// A value that one thread stores, and another reads once it is told that it is there.
public final class PublishedBox: @unchecked Sendable {
    private var value = 0
    private let isThere = Atomic(false)
    public init() {}

    public func publish(_ value: Int, releases: Bool) {
        self.value = value
        if releases {
            isThere.store(true, ordering: .releasing)
        } else {
            isThere.store(true, ordering: .relaxed)
        }
    }

    public var published: Int? { isThere.load(ordering: .acquiring) ? value : nil }
}
