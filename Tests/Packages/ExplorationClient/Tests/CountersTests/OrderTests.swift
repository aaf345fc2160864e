import Dispatch
import Foundation
import ScheduleExploration
import Synchronization
import Testing

/// What orders two accesses in Swift: in an instrumented build none of these programs has a data race, though each passes
/// memory that isn't atomic from one thread to another.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct OrderTests {
    static let programs = tasksAndLocks + atomics + continuations

    private static let tasksAndLocks = [
        Program("the value of a task") {
            let cell = Cell()
            let task = Task {
                cell.value = 1
                cell.text += " or one"
            }
            await task.value
            expect(cell, is: 1)
            ExploredSchedule.expect(cell.text == "none or one", cell.text)
        },
        Program("child tasks") {
            let cells = (0..<3).map { _ in Cell() }
            await withTaskGroup(of: Int.self) { group in
                for cell in cells {
                    group.addTask {
                        cell.value += 1
                        return cell.value
                    }
                }
                for await value in group { ExploredSchedule.expect(value == 1, "\(value)") }
            }
            for cell in cells { expect(cell, is: 1) }
        },
        Program("async let") {
            let cell = Cell()
            async let one: Void = { cell.value += 1 }()
            await one
            async let other: Void = { cell.value += 1 }()
            await other
            expect(cell, is: 2)
        },
        Program("an actor") {
            actor Account {
                var values: [Int] = []
                func add(_ value: Int) { values.append(value) }
            }
            let account = Account()
            let tasks = (0..<3).map { value in Task { await account.add(value) } }
            for task in tasks { await task.value }
            let values = await account.values
            ExploredSchedule.expect(values.sorted() == [0, 1, 2], "\(values)")
        },
        Program("the main actor") {
            let cell = Cell()
            let tasks = (0..<3).map { _ in Task { @MainActor in cell.value += 1 } }
            for task in tasks { await task.value }
            expect(cell, is: 3)
        },
        Program("a continuation") {
            let cell = Cell()
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                Task {
                    cell.value = 1
                    continuation.resume()
                }
            }
            expect(cell, is: 1)
        },
        Program("a continuation that throws") {
            struct Failure: Error {}
            let cell = Cell()
            do {
                try await withUnsafeThrowingContinuation {
                    (continuation: UnsafeContinuation<Void, any Error>) in
                    Task {
                        cell.value = 1
                        continuation.resume(throwing: Failure())
                    }
                }
            } catch { expect(cell, is: 1) }
        },
        Program("a stream") {
            let (stream, source) = AsyncStream.makeStream(of: Cell.self)
            let task = Task {
                for value in 1...3 {
                    let cell = Cell()
                    cell.value = value
                    source.yield(cell)
                }
                source.finish()
            }
            var sum = 0
            for await cell in stream { sum += cell.value }
            ExploredSchedule.expect(sum == 6, "\(sum)")
            await task.value
        },
        Program("Mutex") {
            final class Shared: Sendable { let values = Mutex<[String: Int]>([:]) }
            let shared = Shared()
            let tasks = (0..<3).map { value in
                Task { shared.values.withLock { $0["key \(value % 2)", default: 0] += 1 } }
            }
            for task in tasks { await task.value }
            let count = shared.values.withLock { $0.values.reduce(0, +) }
            ExploredSchedule.expect(count == 3, "\(count)")
        },
        Program("NSLock") {
            let (lock, cell) = (NSLock(), Cell())
            let tasks = (0..<2).map { _ in Task { lock.withLock { cell.text += "x" } } }
            for task in tasks { await task.value }
            ExploredSchedule.expect(cell.text == "nonexx", cell.text)
        },
        Program("a semaphore as a signal") {
            let (semaphore, cell) = (DispatchSemaphore(value: 0), Cell())
            let task = Task {
                cell.value = 1
                semaphore.signal()
            }
            wait(for: semaphore)
            expect(cell, is: 1)
            await task.value
        },
        Program("a serial dispatch queue") {
            let (queue, cell) = (DispatchQueue(label: "serial"), Cell())
            let tasks = (0..<3).map { _ in Task { queue.sync { cell.value += 1 } } }
            for task in tasks { await task.value }
            expect(cell, is: 3)
        },
        Program("a lock that is tried until it is free") {
            let (lock, cell) = (NSLock(), Cell())
            let tasks = (0..<2).map { _ in Task { increment(cell, with: lock) } }
            for task in tasks { await task.value }
            expect(cell, is: 2)
        },
        Program("copies of one array") {
            let values = [1, 2, 3]
            let tasks = (0..<3).map { index in
                Task {
                    var own = values
                    own[index] = 0
                    own.append(4)
                    return own.reduce(0, +)
                }
            }
            var sum = 0
            for task in tasks { sum += await task.value }
            ExploredSchedule.expect(sum == 24, "\(sum)")
        },
        Program("an array that goes from hand to hand") {
            actor Store {
                private var values = Array(repeating: 0, count: 4)
                func take() -> [Int] {
                    defer { values = [] }
                    return values
                }
                func put(_ new: [Int]) { values = new }
            }
            let store = Store()
            let tasks = (0..<2).map { index in
                Task {
                    var own = await store.take()
                    if !own.isEmpty { own[index] += 1 }
                    own.append(1)
                    await store.put(own)
                }
            }
            for task in tasks { await task.value }
        },
        Program("a lazy global") {
            let tasks = (0..<2).map { _ in Task { Lazy.shared.value } }
            for task in tasks {
                let value = await task.value
                ExploredSchedule.expect(value == 7, "\(value)")
            }
        },
        Program("a cancellation handler") {
            final class Waiter: Sendable { let continuation = Mutex<CheckedContinuation<Void, Never>?>(nil) }
            let (waiter, cell) = (Waiter(), Cell())
            let task = Task {
                await withTaskCancellationHandler {
                    await withCheckedContinuation { continuation in
                        waiter.continuation.withLock { $0 = continuation }
                        if Task.isCancelled { waiter.continuation.withLock { $0.take() }?.resume() }
                    }
                } onCancel: {
                    waiter.continuation.withLock { $0.take() }?.resume()
                }
            }
            cell.value = 1
            task.cancel()
            await task.value
        },
        Program("a lock that is tried") {
            let (lock, cell) = (ReadWriteLock(), Cell())
            let tasks = (0..<2).map { _ in
                Task {
                    if lock.tryWrite() {
                        cell.value += 1
                        lock.unlock()
                    }
                    lock.read { _ = cell.value }
                }
            }
            for task in tasks { await task.value }
        },
        Program("a semaphore that is tried") {
            let (semaphore, cell) = (SystemSemaphore(), Cell())
            let task = Task {
                cell.value += 1
                semaphore.post()
            }
            if semaphore.tryWait() { expect(cell, is: 1) }
            await task.value
        },
        Program("memory that is used again") {
            let tasks = (0..<3).map { seed in
                Task {
                    var values: [[Int]] = []
                    for index in 0..<5 { values.append(Array(repeating: seed, count: index + 1)) }
                    return values.joined().reduce(0, +)
                }
            }
            var sum = 0
            for task in tasks { sum += await task.value }
            ExploredSchedule.expect(sum == 45, "\(sum)")
        },
    ]

    final class Lazy: Sendable {
        static let shared = Lazy()
        let value = 7
    }

    private static func increment(_ cell: Cell, with lock: NSLock) {
        while !lock.try() { sched_yield() }
        cell.value += 1
        // A point: others find it taken.
        NSLock().withLock {}
        lock.unlock()
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test(arguments: programs)
    func isNoRace(_ program: Program) async {
        let report = await explore(schedules: 1_000, name: program.testDescription, program.body)
        #expect(report.failure == nil, "\(report)")
        #expect(report.hasPassed, "\(report)")
    }
}
