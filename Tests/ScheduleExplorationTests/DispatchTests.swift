import CScheduleInterposition
import Dispatch
import Foundation
import ScheduleExploration
import Testing

/// What dispatch queues and threads run that a program makes, if it holds the interposer.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct DispatchTests {
    /// What blocks have noted, and how many of them run. Blocks of an exploration run one at a time.
    final class Log: @unchecked Sendable {
        private(set) var entries: [String] = []
        private(set) var most = 0
        private var running = 0
        private let lock = NSLock()

        func note(_ entry: String) { lock.withLock { entries.append(entry) } }

        /// Others may come between the beginning and the end.
        func run(_ entry: String) {
            lock.withLock {
                running += 1
                most = max(most, running)
                entries.append(entry)
            }
            lock.withLock { running -= 1 }
        }
    }

    /// A number that is read under one lock and written under another.
    final class Count: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0
        func get() -> Int { lock.withLock { value } }
        func set(_ new: Int) { lock.withLock { value = new } }
        func add() { set(get() + 1) }
    }

    private func explored(
        schedules: Int = 300, _ body: @escaping @Sendable () -> Void
    ) async -> ExplorationReport {
        await explore(schedules: schedules) { body() }
    }

    private func expectPass(schedules: Int = 300, _ body: @escaping @Sendable () -> Void) async {
        let report = await explored(schedules: schedules, body)
        #expect(report.hasPassed && report.unseen.isEmpty, "\(report)")
        #expect(report.distinct > 1, "\(report)")
    }

    @Test(arguments: adders.indices) func updateIsLostBetweenBlocks(_ index: Int) async throws {
        let (name, add) = Self.adders[index]
        let report = await explored {
            let count = Count()
            add(count)
            ExploredSchedule.expect(count.get() == 2, "counted to \(count.get())")
        }
        #expect(report.unseen.isEmpty, "\(name): \(report)")
        #expect(try #require(report.failure, "\(name): \(report)").message == "counted to 1", "\(name)")
    }

    /// Blocks of a serial queue run one at a time, in the order in which they came, also where somebody waits for one.
    @Test func serialQueueKeepsTheOrder() async {
        await expectPass {
            let (log, queue) = (Log(), DispatchQueue(label: "serial"))
            for number in 1...2 { queue.async { log.run("\(number)") } }
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                if number == 0 { queue.async { log.run("a") } } else { queue.sync { log.run("b") } }
            }
            queue.sync { log.run("3") }
            ExploredSchedule.expect(log.most == 1, "\(log.most) at once")
            ExploredSchedule.expect(
                [["1", "2", "a", "b", "3"], ["1", "2", "b", "a", "3"]].contains(log.entries), "\(log.entries)"
            )
        }
    }

    /// Two queues with one target share its thread; each keeps its own order.
    @Test func queuesWithOneTargetExcludeEachOther() async {
        await expectPass {
            let (log, target) = (Log(), DispatchQueue(label: "target"))
            let queues = (0..<2).map { DispatchQueue(label: "\($0)", target: target) }
            for (number, queue) in queues.enumerated() {
                for part in "ab" { queue.async { log.run("\(number)\(part)") } }
            }
            for queue in queues { queue.sync {} }
            ExploredSchedule.expect(log.most == 1, "\(log.most) at once")
            for number in 0..<2 {
                let own = log.entries.filter { $0.hasPrefix("\(number)") }
                ExploredSchedule.expect(own == ["\(number)a", "\(number)b"], "\(log.entries)")
            }
        }
    }

    @Test(arguments: [false, true]) func barrierRunsAlone(isWorkItem: Bool) async {
        await expectPass {
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            let (log, barriers) = (Log(), Log())
            for number in 1...2 { queue.async { log.run("\(number)") } }
            let barrier: @Sendable () -> Void = {
                let before = log.entries.count
                barriers.run("barrier")
                ExploredSchedule.expect(before == 2 && log.entries.count == 2, "not alone")
            }
            if isWorkItem {
                queue.async(execute: DispatchWorkItem(flags: .barrier, block: barrier))
            } else {
                queue.async(flags: .barrier, execute: barrier)
            }
            queue.async { log.run("3") }
            queue.sync(flags: .barrier) {}
            ExploredSchedule.expect(log.entries.last == "3" && barriers.entries.count == 1, "\(log.entries)")
        }
    }

    /// Blocks of a concurrent queue do run beside each other.
    @Test func concurrentBlocksMeet() async throws {
        let report = await explored {
            let (log, queue) = (Log(), DispatchQueue(label: "concurrent", attributes: .concurrent))
            for number in 1...2 { queue.async { log.run("\(number)") } }
            queue.sync(flags: .barrier) {}
            ExploredSchedule.expect(log.most == 1, "two at once")
        }
        #expect(try #require(report.failure, "\(report)").message == "two at once")
    }

    @Test func groupNotifiesOnceItIsEmpty() async {
        await expectPass {
            let (log, group, end) = (Log(), DispatchGroup(), DispatchSemaphore(value: 0))
            for number in 1...2 { DispatchQueue.global().async(group: group) { log.run("\(number)") } }
            group.notify(queue: DispatchQueue(label: "serial")) {
                log.note("end")
                end.signal()
            }
            end.wait()
            ExploredSchedule.expect(log.entries.count == 3 && log.entries.last == "end", "\(log.entries)")
        }
    }

    @Test func laterBlocksRunInTheOrderOfTheirTimes() async {
        await expectPass {
            let (log, queue, end) = (Log(), DispatchQueue(label: "serial"), DispatchSemaphore(value: 0))
            queue.asyncAfter(deadline: .now() + 7_200) {
                log.note("late")
                end.signal()
            }
            queue.asyncAfter(deadline: .now() + 3_600) { log.note("early") }
            queue.async { log.note("now") }
            end.wait()
            ExploredSchedule.expect(log.entries == ["now", "early", "late"], "\(log.entries)")
        }
    }

    @Test func cancelledWorkItemDoesNotRun() async {
        await expectPass {
            let (log, queue) = (Log(), DispatchQueue(label: "serial"))
            // Dispatch guards it.
            nonisolated(unsafe) let item = DispatchWorkItem { log.note("ran") }
            queue.async { item.cancel() }
            queue.async(execute: item)
            item.wait()
            ExploredSchedule.expect(log.entries.isEmpty, "\(log.entries)")
        }
    }

    @Test func suspendedQueueRunsNothing() async {
        await expectPass {
            let (log, queue) = (Log(), DispatchQueue(label: "serial"))
            queue.suspend()
            queue.async { log.note("block") }
            DispatchQueue.global().async {
                log.note("resume")
                queue.resume()
            }
            queue.sync {}
            ExploredSchedule.expect(log.entries == ["resume", "block"], "\(log.entries)")
        }
    }

    /// A thread that no exploration controls may resume it, too.
    @Test func queueIsResumedFromOutside() async {
        var plan = ExplorationPlan()
        (plan.schedules, plan.acceptsUnseen) = (20, true)
        let report = await explore(plan) { Self.resumeFromOutside() }
        // When the thread comes is left to chance. But it comes.
        #expect(report.failure == nil && !report.unseen.isEmpty, "\(report)")
        #expect(report.covered["the block has run"] != nil, "\(report)")
    }

    private static func resumeFromOutside() {
        let (queue, end) = (DispatchQueue(label: "serial"), DispatchSemaphore(value: 0))
        let outside = DispatchQueue(label: "outside", attributes: .initiallyInactive)
        outside.activate()
        queue.suspend()
        queue.async { end.signal() }
        outside.async { queue.resume() }
        end.wait()
        ExploredSchedule.cover("the block has run")
    }

    /// Code in a block finds itself on its queue.
    @Test func blockIsOnItsQueue() async {
        let key = DispatchSpecificKey<String>()
        await expectPass(schedules: 50) {
            let queue = DispatchQueue(label: "serial")
            queue.setSpecific(key: key, value: "here")
            queue.async {
                dispatchPrecondition(condition: .onQueue(queue))
                ExploredSchedule.expect(DispatchQueue.getSpecific(key: key) == "here", "it is elsewhere")
            }
            queue.sync { dispatchPrecondition(condition: .onQueue(queue)) }
            ExploredSchedule.expect(DispatchQueue.getSpecific(key: key) == nil, "it is on the queue")
        }
    }

    /// A thread has what is a thread's own: its number, and its variables; and it may leave in the middle.
    @Test func threadIsItself() async {
        await expectPass(schedules: 50) {
            let end = DispatchSemaphore(value: 0)
            let maker = pthread_self()
            Thread.current.threadDictionary["whose"] = "maker's"
            let thread = Thread {
                ExploredSchedule.expect(pthread_equal(pthread_self(), maker) == 0, "it is its maker")
                let variable = Thread.current.threadDictionary["whose"]
                ExploredSchedule.expect(variable == nil, "it has another's variables")
                end.signal()
                Thread.exit()
            }
            thread.start()
            end.wait()
        }
    }

    @Test(arguments: foundationsPrograms.indices) func foundationsQueuePasses(_ index: Int) async {
        let (name, body) = Self.foundationsPrograms[index]
        let report = await explored(schedules: 1_000) { body(OperationQueue()) }
        #expect(report.hasPassed && report.unseen.isEmpty, "\(name): \(report)")
        #expect(report.distinct > 500, "\(name): \(report)")
    }

    #if compiler(<6.4)
    /// This toolchain's Foundation loses a dependent whose dependency ends as it is added (rule 3.18).
    @Test func foundationsQueueIsExplored() async throws {
        let report = await explored(schedules: 5_000) {
            let queue = OperationQueue()
            let (first, second) = (BlockOperation {}, BlockOperation {})
            second.addDependency(first)
            queue.addOperation(first)
            queue.addOperation(second)
            queue.waitUntilAllOperationsAreFinished()
        }
        #expect(try #require(report.failure, "\(report)").kind == .deadlock)
        #expect(report.unseen.isEmpty, "\(report)")
    }
    #endif

    @Test func threadThatIsJoinedHasEnded() async {
        await expectPass {
            let log = Log()
            let thread = PosixThread { log.run("body") }
            thread.join()
            ExploredSchedule.expect(log.entries == ["body"], "\(log.entries)")
        }
    }

    @Test(arguments: deadlocks.indices) func deadlockOfQueuesIsFound(_ index: Int) async throws {
        let (name, body) = Self.deadlocks[index]
        let report = await explored(body)
        #expect(try #require(report.failure, "\(name): \(report)").kind == .deadlock, "\(name)")
    }
}
