import Dispatch
import Foundation
import ScheduleExploration

/// Programs in which two blocks or threads meet.
extension DispatchTests {
    /// Each calls `add` twice, at once.
    static let adders: [(String, @Sendable (Count) -> Void)] = [
        (
            "async, and a group",
            { count in
                let group = DispatchGroup()
                for _ in 0..<2 { DispatchQueue.global().async(group: group) { count.add() } }
                group.wait()
            }
        ),
        (
            "a group that is entered",
            { count in
                let (group, queue) = (
                    DispatchGroup(), DispatchQueue(label: "concurrent", attributes: .concurrent)
                )
                for _ in 0..<2 {
                    group.enter()
                    queue.async {
                        count.add()
                        group.leave()
                    }
                }
                group.wait()
            }
        ),
        (
            "concurrentPerform",
            { count in DispatchQueue.concurrentPerform(iterations: 2) { _ in count.add() } }
        ),
        (
            "asyncAfter, and semaphores",
            { count in
                let semaphore = DispatchSemaphore(value: 0)
                for _ in 0..<2 {
                    DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
                        count.add()
                        semaphore.signal()
                    }
                }
                for _ in 0..<2 { semaphore.wait() }
            }
        ),
        (
            "threads of Foundation",
            { count in
                let semaphore = DispatchSemaphore(value: 0)
                for _ in 0..<2 {
                    Thread.detachNewThread {
                        count.add()
                        semaphore.signal()
                    }
                }
                for _ in 0..<2 { semaphore.wait() }
            }
        ),
        (
            "threads of the system",
            { count in
                let threads = (0..<2).map { _ in PosixThread { count.add() } }
                for thread in threads { thread.join() }
            }
        ),
        (
            "two serial queues, and work items",
            { count in
                let items = (0..<2).map { _ in DispatchWorkItem { count.add() } }
                for item in items { DispatchQueue(label: "serial").async(execute: item) }
                for item in items { item.wait() }
            }
        ),
        (
            "a concurrent queue, beside who waits",
            { count in
                let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
                queue.async { count.add() }
                queue.sync { count.add() }
                queue.sync(flags: .barrier) {}
            }
        ),
    ]

    /// What Foundation's queue does right.
    static let foundationsPrograms: [(String, @Sendable (OperationQueue) -> Void)] = [
        (
            "a cancel of all beside those who add",
            { queue in
                let operations = (0..<2).map { _ in BlockOperation {} }
                DispatchQueue.global().async { queue.cancelAllOperations() }
                for operation in operations { queue.addOperation(operation) }
                queue.waitUntilAllOperationsAreFinished()
                ExploredSchedule.expect(operations.allSatisfy(\.isFinished), "one hasn't finished")
            }
        ),
        (
            "two producers at limit 1",
            { queue in
                let (log, group) = (Log(), DispatchGroup())
                queue.maxConcurrentOperationCount = 1
                DispatchQueue.global().async(group: group) { queue.addOperation { log.run("a") } }
                queue.addOperation { log.run("b") }
                group.wait()
                queue.waitUntilAllOperationsAreFinished()
                ExploredSchedule.expect(log.most == 1 && log.entries.count == 2, "\(log.entries)")
            }
        ),
        (
            "a dependency on another queue's operation",
            { queue in
                let (other, log) = (OperationQueue(), Log())
                let first = BlockOperation { log.run("first") }
                let second = BlockOperation { log.run("second") }
                second.addDependency(first)
                other.addOperation(second)
                queue.addOperation(first)
                second.waitUntilFinished()
                ExploredSchedule.expect(log.entries == ["first", "second"], "\(log.entries)")
            }
        ),
    ]

    /// None of these ends in all schedules.
    static let deadlocks: [(String, @Sendable () -> Void)] = [
        (
            "a block that waits for its own queue",
            {
                let queue = DispatchQueue(label: "serial")
                let end = DispatchSemaphore(value: 0)
                queue.async {
                    queue.sync {}
                    end.signal()
                }
                end.wait()
            }
        ),
        (
            "two queues that wait for each other",
            {
                let (one, other) = (DispatchQueue(label: "one"), DispatchQueue(label: "other"))
                let group = DispatchGroup()
                one.async(group: group) { other.sync {} }
                other.async(group: group) { one.sync {} }
                group.wait()
            }
        ),
        (
            "two threads that wait for each other",
            {
                let (one, other) = (NSLock(), NSLock())
                let thread = PosixThread { one.withLock { other.withLock {} } }
                other.withLock { one.withLock {} }
                thread.join()
            }
        ),
        (
            "a group that is left too seldom",
            {
                let group = DispatchGroup()
                for _ in 0..<2 { group.enter() }
                DispatchQueue.global().async { group.leave() }
                group.wait()
            }
        ),
    ]
}

/// A thread made by `pthread_create`.
final class PosixThread: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Body(body)).toOpaque())
        precondition(error == 0)
        self.thread = thread
    }

    func join() { pthread_join(thread, nil) }
}
