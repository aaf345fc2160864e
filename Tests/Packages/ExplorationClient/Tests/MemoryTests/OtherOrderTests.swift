import Dispatch
import ScheduleExploration
import Synchronization
import Testing

/// What a lock, a semaphore or a task orders is in order for the atomic accesses around it, on any memory.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct OtherOrderTests {
    enum Order: String, CaseIterable { case sequential, relaxedAndFence }

    private final class Words: Sendable {
        let x = Atomic(0), y = Atomic(0)
    }

    /// Memory that isn't atomic, on the way from one access to another.
    private final class Cell: @unchecked Sendable { var value = 0 }

    private static func store(_ word: borrowing Atomic<Int>, _ order: Order) {
        switch order {
        case .sequential: word.store(1, ordering: .sequentiallyConsistent)
        case .relaxedAndFence: word.store(1, ordering: .relaxed)
        }
    }

    private static func load(_ word: borrowing Atomic<Int>, _ order: Order) -> Int {
        switch order {
        case .sequential: word.load(ordering: .sequentiallyConsistent)
        case .relaxedAndFence: word.load(ordering: .relaxed)
        }
    }

    /// Store buffering, in which one side consists of two threads that a semaphore orders.
    @Test(arguments: Order.allCases, MemoryModel.allCases)
    func storeBufferingAcrossASemaphoreIsForbidden(_ order: Order, _ memory: MemoryModel) async {
        // By RC11 a fence on one side only orders nothing.
        if order == .relaxedAndFence, memory == .rc11 { return }
        let report = await explore(LitmusTests.plan(memory), name: "\(order)") {
            let (words, cell, semaphore) = (Words(), Cell(), DispatchSemaphore(value: 0))
            let first = Task {
                Self.store(words.x, order)
                semaphore.signal()
            }
            let second = Task {
                cell.value = 1
                Self.wait(for: semaphore)
                return Self.load(words.y, order)
            }
            Self.store(words.y, order)
            if order == .relaxedAndFence { atomicMemoryFence(ordering: .sequentiallyConsistent) }
            let x = Self.load(words.x, order)
            await first.value
            let y = await second.value
            ExploredSchedule.expect(x + y > 0, "neither store was seen")
        }
        #expect(report.hasPassed && report.isComplete, "\(report)")
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
