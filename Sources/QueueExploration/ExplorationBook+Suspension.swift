internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let suspension = [
        ExploredRule(
            RuleID(2, 17), "a cancel of the first of two operations and the resume of a queue of limit 1",
            needs: [.lifeCycle, .cancellation, .suspension, .concurrencyLimit],
            covers: ["cancelled before the resume", "cancelled meanwhile", "cancelled after the resume"]
        ) { try await cancelAndResume($0) },
        ExploredRule(
            RuleID(7, 2), "a resume and the adding of the one operation", needs: [.lifeCycle, .suspension],
            covers: ["added before the resume", "added meanwhile", "added after the resume"]
        ) { try await addAndResume($0) },
        ExploredRule(
            RuleID(7, 5), "two threads that suspend and resume, and adding",
            needs: [.lifeCycle, .suspension],
            covers: ["suspended twice", "added while suspended"]
        ) { try await suspendAndResume($0) },
    ]

    /// Whatever the moment of the cancel, the first keeps its turn.
    private static func cancelAndResume<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let queue = try subject.makeQueue(limit: 1).suspendable
        queue.setSuspended(true)
        let first = subject.makeOperation { _ in }
        let second = subject.makeOperation { _ in
            ExploredSchedule.expect(
                first.isFinished, "the second operation began before the first, cancelled, had finished")
        }
        let cancels = ExploredCount()
        queue.addOperation(first)
        queue.addOperation(second)
        let canceller = startTask {
            cancels.increase()
            first.cancel()
            cancels.increase()
        }
        cancels.cover(
            after: 2, "cancelled before the resume", meanwhile: "cancelled meanwhile",
            before: "cancelled after the resume"
        ) { queue.setSuspended(false) }
        await canceller.value
        await subject.waitForAll([first, second])
    }

    private static func addAndResume<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(1)
        let operation = subject.operations(1, bodies)[0]
        let queue = try subject.makeQueue().suspendable
        queue.setSuspended(true)
        let resumes = ExploredCount()
        let resumer = startTask {
            resumes.increase()
            queue.setSuspended(false)
            resumes.increase()
        }
        resumes.cover(
            after: 2, "added after the resume", meanwhile: "added meanwhile",
            before: "added before the resume"
        ) { queue.addOperation(operation) }
        await resumer.value
        await operation.waitUntilFinished()
        bodies.expectOnce([0])
    }

    private static func suspendAndResume<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(3)
        let operations = subject.operations(3, bodies)
        let queue = try subject.makeQueue().suspendable
        let suspended = ExploredCount()
        let togglers = (0..<2).map { _ in
            startTask {
                queue.setSuspended(true)
                if suspended.increase() == 2 { ExploredSchedule.cover("suspended twice") }
                suspended.decrease()
                queue.setSuspended(false)
            }
        }
        for operation in operations {
            queue.addOperation(operation)
            if suspended.value > 0 { ExploredSchedule.cover("added while suspended") }
        }
        for toggler in togglers { await toggler.value }
        await subject.waitForAll(operations)
        bodies.expectOnce(0..<3)
    }
}
