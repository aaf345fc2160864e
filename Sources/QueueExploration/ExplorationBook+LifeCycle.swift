internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let states = [
        ExploredRule(
            RuleID(1, 2), "an operation that runs and two threads that read its state", needs: [.lifeCycle],
            covers: ["seen executing", "seen finished"]
        ) { try await watchedStates($0) },
        ExploredRule(
            RuleID(1, 25), "two threads that announce the end of one operation, in a queue of one slot",
            needs: [.lifeCycle, .startOverrides, .concurrencyLimit],
            covers: ["announced before the end", "announced after the end"]
        ) { try await twoEnds($0) },
    ]

    private static func twoEnds<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let control = Mutex<StartOverrideControl?>(nil)
        let begun = Promise<Void>()
        let operation = try subject.makeStartOverride { _, made in
            made.announceExecuting()
            control.withLock { $0 = made }
            begun.fulfill(())
        }
        let queue = try subject.makeQueue(limit: 1)
        queue.addOperation(operation)
        await begun.value()
        let announcers = (0..<2).map { _ in
            startTask {
                ExploredSchedule.cover(
                    operation.isFinished ? "announced after the end" : "announced before the end")
                control.withLock { $0 }?.announceFinished()
                ExploredSchedule.expect(
                    operation.isFinished && !operation.isExecuting,
                    "the announcement of the end returned before the operation had ended")
            }
        }
        for announcer in announcers { await announcer.value }
        // More slots than one show as an overlap.
        let bodies = ExploredBodies(2, limit: 1)
        let others = subject.operations(2, bodies)
        for other in others { queue.addOperation(other) }
        await subject.waitForAll(others)
        bodies.expectOnce(0..<2)
        control.withLock { $0 = nil }
    }

    private static func watchedStates<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let operation = subject.operations(1, bodies)[0]
        let watchers = (0..<2).map { _ in
            startTask {
                for _ in 0..<3 {
                    let isFinished = operation.isFinished
                    let isExecuting = operation.isExecuting
                    if isFinished { ExploredSchedule.cover("seen finished") }
                    if isExecuting { ExploredSchedule.cover("seen executing") }
                    ExploredSchedule.expect(
                        !(isFinished && isExecuting),
                        "an operation was executing after it had been seen finished")
                }
            }
        }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        for watcher in watchers { await watcher.value }
        bodies.expectOnce([0])
    }
}
