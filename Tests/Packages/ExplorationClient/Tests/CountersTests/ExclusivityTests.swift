import Foundation
import ScheduleExploration
import Testing

/// Swift's law of exclusivity: an `inout` access is one of the whole variable, whatever its body touches. Two that nothing orders
/// are a data race, though no byte is written by both.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct ExclusivityTests {
    /// No body touches the first number, at which the access of the whole begins.
    private struct Numbers {
        var first = 0, second = 0, third = 0
        mutating func changeSecond() { second = 2 }
        mutating func changeThird() { third = 3 }
    }

    private struct Pair { var left = Numbers(), right = Numbers() }

    private final class Box: @unchecked Sendable {
        var numbers = Numbers(), others = Numbers()
        var pair = Pair()
    }

    private static func changeSecond(_ numbers: inout Numbers) { numbers.second = 2 }
    private static func changeThird(_ numbers: inout Numbers) { numbers.third = 3 }

    private static func overlapping(areLocked: Bool) -> [Program] {
        [
            Program("inout arguments") {
                let (lock, box) = (areLocked ? NSLock() : nil, Box())
                let task = Task { locked(lock) { changeSecond(&box.numbers) } }
                locked(lock) { changeThird(&box.numbers) }
                await task.value
            },
            Program("mutating methods") {
                let (lock, box) = (areLocked ? NSLock() : nil, Box())
                let task = Task { locked(lock) { box.numbers.changeSecond() } }
                locked(lock) { box.numbers.changeThird() }
                await task.value
            },
            Program("mutating methods of two properties of a struct") {
                let (lock, box) = (areLocked ? NSLock() : nil, Box())
                let task = Task { locked(lock) { box.pair.left.changeSecond() } }
                locked(lock) { box.pair.right.changeThird() }
                await task.value
            },
            Program("a local variable") {
                let lock = areLocked ? NSLock() : nil
                nonisolated(unsafe) var numbers = Numbers()
                let task = Task { locked(lock) { changeSecond(&numbers) } }
                locked(lock) { changeThird(&numbers) }
                await task.value
            },
        ]
    }

    private static func locked(_ lock: NSLock?, _ body: () -> Void) {
        lock?.lock()
        body()
        lock?.unlock()
    }

    /// The same writes, but of variables of their own.
    static let disjoint = [
        Program("inout arguments of two properties of a class") {
            let box = Box()
            let task = Task { changeSecond(&box.numbers) }
            changeThird(&box.others)
            await task.value
        },
        Program("pointers to two properties of a struct") {
            final class Memory: @unchecked Sendable {
                let numbers = UnsafeMutablePointer<Numbers>.allocate(capacity: 1)
                init() { numbers.initialize(to: Numbers()) }
                deinit { numbers.deallocate() }
            }
            let memory = Memory()
            let task = Task { memory.numbers.pointer(to: \.second)!.pointee = 2 }
            memory.numbers.pointer(to: \.third)!.pointee = 3
            await task.value
        },
    ]

    @Test(arguments: overlapping(areLocked: false)) func accessesOfOneVariableRace(_ program: Program)
        async throws
    {
        let report = await explore(schedules: 1_000, name: program.testDescription, program.body)
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .dataRace, "\(failure)")
    }

    @Test(arguments: overlapping(areLocked: true) + disjoint)
    func orderedOrDisjointAccessesDoNot(_ program: Program) async {
        let report = await explore(schedules: 1_000, name: program.testDescription, program.body)
        #expect(report.hasPassed, "\(report)")
    }
}
