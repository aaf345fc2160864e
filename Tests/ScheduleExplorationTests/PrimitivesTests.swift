import ConcurrencyPrimitives
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ScheduleExploration

/// The primitives that an exploration replaces otherwise, over what lies beneath them: atomic accesses, and futexes.
@Suite(.serialized, .enabled(if: Instrumentation.functions != nil, "scripts/explore-package runs these"))
struct PrimitivesTests {
    /// A program whose order comes from primitives alone, and the points that some of its schedules have to reach.
    struct Program: Sendable, CustomTestStringConvertible {
        let name: String
        let points: [String]
        let body: @Sendable () async -> Void

        var testDescription: String { name }
    }

    /// Plain memory.
    private final class Cell: @unchecked Sendable {
        var value = 0
    }

    private final class Shared: Sendable {
        let lock = ContendedMutex(())
        let cell = Cell()

        func increase() { lock.withLock { _ in cell.value += 1 } }
    }

    private static let programs = [
        // Who finds the lock taken for long sleeps.
        Program(name: "contended mutex", points: []) {
            let shared = Shared()
            let others = (0..<2).map { _ in
                Task {
                    shared.increase()
                    shared.increase()
                }
            }
            shared.increase()
            for other in others { await other.value }
            shared.increase()
            ExploredSchedule.expect(shared.cell.value == 6, "\(shared.cell.value) of 6 changes are there")
        },
        // Permits add up, and none is lost when the time of a park is over just as one comes.
        Program(name: "timed park", points: ["in time", "too late"]) {
            let (parker, back, cell) = (Parker(), Parker(), Cell())
            let waker = Task {
                // As long as the park.
                try? await Task.sleep(nanoseconds: 1_000)
                cell.value = 1
                parker.unpark()
            }
            let thread = Thread {
                let isInTime = parker.park(timeout: .microseconds(1))
                ExploredSchedule.cover(isInTime ? "in time" : "too late")
                // The permit that it didn't take is there.
                if !isInTime { parker.park() }
                ExploredSchedule.expect(cell.value == 1, "a permit came before its cause")
                back.unpark()
            }
            thread.start()
            back.park()
            await waker.value
        },
        Program(name: "park", points: ["parked first", "unparked first"]) {
            let (parker, back, cell) = (Parker(), Parker(), Cell())
            let isUnparked = Note()
            let thread = Thread {
                ExploredSchedule.cover(isUnparked.look() ? "unparked first" : "parked first")
                parker.park()
                cell.value += 1
                back.unpark()
                parker.park()
                cell.value += 1
                back.unpark()
            }
            thread.start()
            for _ in 0..<2 {
                cell.value += 1
                isUnparked.note()
                parker.unpark()
                back.park()
            }
            ExploredSchedule.expect(cell.value == 4, "\(cell.value) of 4 changes are there")
        },
        // A thread and a task wait for what is given just then.
        Program(name: "promise", points: ["waited before", "waited after"]) {
            let (promise, back, cell) = (Promise<Int>(), Parker(), Cell())
            let thread = Thread {
                ExploredSchedule.cover(promise.current == nil ? "waited before" : "waited after")
                ExploredSchedule.expect(promise.valueBlocking() + cell.value == 8, "another value")
                back.unpark()
            }
            thread.start()
            let task = Task { await promise.value() + cell.value }
            cell.value = 1
            promise.fulfill(7)
            back.park()
            ExploredSchedule.expect(await task.value == 8, "another value")
        },
    ]

    /// A note that orders nothing else.
    private final class Note: Sendable {
        private let word = Synchronization.Atomic(0)
        func note() { word.store(1, ordering: .relaxed) }
        func look() -> Bool { word.load(ordering: .relaxed) == 1 }
    }

    private static func explore(
        _ program: Program, _ memory: MemoryModel, orders: OrderTrial? = nil
    ) async -> ExplorationReport {
        var plan = ExplorationPlan()
        (plan.schedules, plan.memory, plan.orders) = (3_000, memory, orders)
        (plan.exploresPrimitives, plan.shrinks) = (true, orders == nil)
        // Else a sleep of some steps hardly ends before the thread parks that it is to wake.
        plan.earlyTimeouts = 1
        return await ScheduleExploration.explore(plan, name: program.name, program.body)
    }

    @Test(arguments: programs, [MemoryModel.sequential, .rc11])
    func primitiveKeepsItsPromise(_ program: Program, _ memory: MemoryModel) async {
        let report = await Self.explore(program, memory)
        print("\(report)")
        #expect(report.hasPassed, "\(report)")
        for point in program.points { #expect(report.covered[point] != nil, "never: \(point)") }
    }

    /// A half of a memory order, and its line.
    private struct Order: Hashable {
        let file: String
        let line: Int
        let half: WeakenedOrder.Half
    }

    /// Lines that run only where an exploration takes the place of the primitives.
    private static let otherLines = [
        "                expected: seen, desired: seen - 1, ordering: .acquiring)",
        "            if permits.wrappingSubtract(1, ordering: .acquiring).oldValue <= 0 { sleep() }",
        "        if word.pointee.exchange(free, ordering: .releasing) == awaited { wakeOne(word) }",
    ]

    /// Those of these primitives, as their sources say.
    private static func orders() throws -> Set<Order> {
        var orders: Set<Order> = []
        for file in ["ConcurrencyPrimitives/ContendedMutex.swift", "ConcurrencyPrimitives/Parker.swift"] {
            let lines = try Repository.text("Sources/\(file)").split(
                separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where !otherLines.contains(String(line)) {
                for (text, half) in [
                    (": .acquiring", WeakenedOrder.Half.acquire), (": .releasing", .release),
                ]
                where line.contains(text) { orders.insert(Order(file: file, line: index + 1, half: half)) }
                #expect(
                    !line.contains(": .acquiringAndReleasing") && !line.contains(": .sequentiallyConsistent"),
                    "more than a half in one line: \(line)")
            }
        }
        return orders
    }

    /// No memory order of these primitives can be weaker: without it, one of the programs fails.
    @Test func weakenedOrdersAreFound() async throws {
        let orders = try Self.orders()
        var found: Set<Order> = []
        for program in Self.programs {
            let trial = OrderTrial()
            _ = await Self.explore(program, .rc11, orders: trial)
            for (access, codes) in trial.codes.sorted(by: { $0.key < $1.key })
            where access.file.hasPrefix("ConcurrencyPrimitives/") {
                for lost in WeakenedOrder.Half.allCases {
                    let trial = OrderTrial(weakened: WeakenedOrder(access, lost: lost, codes: codes))
                    let report = await Self.explore(program, .rc11, orders: trial)
                    if trial.weakenedAccesses == 0 { continue }
                    print("weakened: \(access) \(lost.rawValue) in \(program.name): \(report)")
                    if report.failure?.kind != .dataRace { continue }
                    let own = Order(file: access.file, line: Int(access.line), half: lost)
                    // Of a call in two lines, the order is in the second.
                    let next = Order(file: access.file, line: own.line + 1, half: lost)
                    found.insert(orders.contains(own) ? own : next)
                }
            }
        }
        #expect(orders.count > 5)
        #expect(orders.subtracting(found).isEmpty)
    }
}
