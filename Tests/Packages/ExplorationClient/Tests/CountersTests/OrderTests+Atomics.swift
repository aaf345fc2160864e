import ScheduleExploration
import Synchronization

extension OrderTests {
    /// Orders by atomic words.
    static let atomics = [
        Program("a release and an acquire") {
            final class Flag: Sendable { let isUp = Atomic(false) }
            let (flag, cell) = (Flag(), Cell())
            let task = Task {
                cell.value = 1
                flag.isUp.store(true, ordering: .releasing)
            }
            while !flag.isUp.load(ordering: .acquiring) {}
            expect(cell, is: 1)
            await task.value
        },
        Program("a lock by exchange") {
            final class SpinLock: Sendable { let isTaken = Atomic(false) }
            let (lock, cell) = (SpinLock(), Cell())
            let tasks = (0..<2).map { _ in
                Task {
                    while lock.isTaken.exchange(true, ordering: .acquiringAndReleasing) {}
                    cell.value += 1
                    lock.isTaken.store(false, ordering: .releasing)
                }
            }
            for task in tasks { await task.value }
            expect(cell, is: 2)
        },
        Program("fences") {
            final class Flag: Sendable { let isUp = Atomic(false) }
            let (flag, cell) = (Flag(), Cell())
            let task = Task {
                cell.value = 1
                atomicMemoryFence(ordering: .releasing)
                flag.isUp.store(true, ordering: .relaxed)
            }
            if flag.isUp.load(ordering: .relaxed) {
                atomicMemoryFence(ordering: .acquiring)
                expect(cell, is: 1)
            }
            await task.value
        },
        Program("a release sequence") {
            final class Count: Sendable { let value = Atomic(0) }
            let (count, cell) = (Count(), Cell())
            let task = Task {
                cell.value = 1
                count.value.add(1, ordering: .releasing)
            }
            let other = Task { _ = count.value.add(10, ordering: .relaxed) }
            if count.value.load(ordering: .acquiring) % 10 == 1 { expect(cell, is: 1) }
            await task.value
            await other.value
        },
        Program("a loop that waits for one of two words") {
            final class Flags: Sendable { let first = Atomic(false), second = Atomic(false) }
            let (flags, cell) = (Flags(), Cell())
            let task = Task {
                cell.value = 1
                flags.second.store(true, ordering: .releasing)
            }
            while !flags.first.load(ordering: .acquiring), !flags.second.load(ordering: .acquiring) {}
            expect(cell, is: 1)
            await task.value
        },
    ]
}
