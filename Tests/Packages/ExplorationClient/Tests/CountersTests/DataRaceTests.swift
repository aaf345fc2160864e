import Foundation
import ScheduleExploration
import Synchronization
import Testing

/// Programs in which nothing orders two accesses: in an instrumented build each is found.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct DataRaceTests {
    static let races = [
        Program("two writes") {
            let cell = Cell()
            let task = Task { cell.value = 1 }
            cell.value = 2
            await task.value
        },
        Program("a read beside a write") {
            let cell = Cell()
            let task = Task { cell.text = "some" }
            ExploredSchedule.expect(!cell.text.isEmpty, "")
            await task.value
        },
        Program("a lock on one side only") {
            let (lock, cell) = (NSLock(), Cell())
            let task = Task { lock.withLock { cell.value += 1 } }
            cell.value += 1
            await task.value
        },
        Program("two locks") {
            let (one, other, cell) = (NSLock(), NSLock(), Cell())
            let task = Task { one.withLock { cell.value += 1 } }
            other.withLock { cell.value += 1 }
            await task.value
        },
        Program("a relaxed store") {
            final class Flag: Sendable { let isUp = Atomic(false) }
            let (flag, cell) = (Flag(), Cell())
            let task = Task {
                cell.value = 1
                flag.isUp.store(true, ordering: .relaxed)
            }
            if flag.isUp.load(ordering: .acquiring) { cell.value += 1 }
            await task.value
        },
        Program("a relaxed load") {
            final class Flag: Sendable { let isUp = Atomic(false) }
            let (flag, cell) = (Flag(), Cell())
            let task = Task {
                cell.value = 1
                flag.isUp.store(true, ordering: .releasing)
            }
            if flag.isUp.load(ordering: .relaxed) { cell.value += 1 }
            await task.value
        },
        // It orders those who use it behind who makes it, and nobody else. The flag says who was first.
        Program("a lazy global that was made before") {
            final class Flag: Sendable { let isUp = Atomic(false) }
            let (flag, cell) = (Flag(), Cell())
            @Sendable func look() { ExploredSchedule.expect(OrderTests.Lazy.shared.value == 7, "another") }
            look()
            let task = Task {
                cell.value += 1
                look()
                flag.isUp.store(true, ordering: .relaxed)
            }
            if flag.isUp.load(ordering: .acquiring) {
                look()
                cell.value += 1
            }
            await task.value
        },
        Program("a store that breaks a release sequence") {
            final class Count: Sendable { let value = Atomic(0) }
            let (count, cell) = (Count(), Cell())
            let task = Task {
                cell.value = 1
                count.value.store(1, ordering: .releasing)
            }
            let other = Task {
                if count.value.load(ordering: .relaxed) == 1 { count.value.store(2, ordering: .relaxed) }
            }
            if count.value.load(ordering: .acquiring) == 2 { cell.value += 1 }
            await task.value
            await other.value
        },
        Program("one half of a word after the other") {
            final class Halves: @unchecked Sendable {
                let bytes = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
                let count = Atomic(0)
                deinit { bytes.deallocate() }
            }
            let halves = Halves()
            halves.bytes.initialize(repeating: 0, count: 2)
            let task = Task {
                halves.bytes[0] = 1
                halves.count.add(1, ordering: .releasing)
                halves.bytes[1] = 1
            }
            halves.bytes[0] = 2
            await task.value
        },
        Program("a write under a lock for readers") {
            let (lock, cell) = (ReadWriteLock(), Cell())
            let tasks = (0..<2).map { _ in Task { lock.read { cell.value += 1 } } }
            for task in tasks { await task.value }
        },
        Program("a loop that waits, behind a race") {
            final class Flag: Sendable { let isUp = Atomic(false) }
            let (flag, cell) = (Flag(), Cell())
            let task = Task {
                cell.value = 1
                while !flag.isUp.load(ordering: .acquiring) {}
            }
            cell.value = 2
            flag.isUp.store(true, ordering: .releasing)
            await task.value
        },
        Program("memory that both threads had used before") {
            final class Box: @unchecked Sendable { let cell = Atomic<UnsafeMutablePointer<Int>?>(nil) }
            let box = Box()
            @Sendable func fill() { _ = (0..<50).map { [Int](repeating: $0, count: 4) } }
            let task = Task {
                fill()
                let cell = UnsafeMutablePointer<Int>.allocate(capacity: 4)
                cell[0] = 1
                box.cell.store(cell, ordering: .relaxed)
            }
            fill()
            if let cell = box.cell.load(ordering: .relaxed) { cell[0] += 1 }
            await task.value
            box.cell.load(ordering: .relaxed)?.deallocate()
        },
        Program("an array in place") {
            final class List: @unchecked Sendable { var values = [1, 2, 3] }
            let list = List()
            let task = Task { list.values.append(4) }
            list.values[0] = 0
            await task.value
        },
    ]

    @Test(arguments: races)
    func isARace(_ program: Program) async throws {
        let report = await explore(schedules: 1_000, name: program.testDescription, program.body)
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .dataRace, "\(failure)")
    }

    private struct Place { var (x, y) = (0, 0) }
    private final class Map: @unchecked Sendable {
        let name = "map"
        var place = Place()

        @inline(never) func moveUp() { place.y += 1 }
    }

    /// Names the field, and the calls by which each side has come to it.
    @Test func raceIsTold() async throws {
        @inline(never) @Sendable func moveTwice(_ map: Map) {
            map.moveUp()
            map.moveUp()
        }
        let report = await explore(schedules: 100, name: "map") {
            let map = Map()
            let task = Task { moveTwice(map) }
            map.moveUp()
            await task.value
        }
        let message = try #require(report.failure, "\(report)").message
        #expect(
            message.contains(/thread \d+ writes Map\.place at CountersTests\/DataRaceTests\.swift:\d+/),
            "\(message)")
        #expect(
            message.contains(/\n  thread \d+:\n    CountersTests\/DataRaceTests\.swift:\d+ .*moveUp/),
            "\(message)")
        #expect(message.contains(/\n    CountersTests\/DataRaceTests\.swift:\d+ .*moveTwice/), "\(message)")
    }

    @Test func capturedVariableIsTold() async throws {
        let report = await explore(schedules: 100, name: "captured") {
            nonisolated(unsafe) var count = 0
            let task = Task { count += 1 }
            count += 1
            await task.value
        }
        let message = try #require(report.failure, "\(report)").message
        #expect(message.contains("writes a captured or boxed value at"), "\(message)")
    }
}
