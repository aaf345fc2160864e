internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let barriers = [
        ExploredRule(
            "11.1", "two producers, one of which adds two barriers, and the ends of what lies between them",
            needs: [.barriers, .overlap], covers: ["added before the first barrier", "added after it"]
        ) { try await barriersInOrder($0) },
        ExploredRule(
            "11.2", "a resume and the adding of a barrier to an empty queue",
            needs: [.barriers, .suspension],
            covers: ["resumed before the adding", "resumed after the adding"]
        ) { try await suspendedBarrier($0) },
        ExploredRule(
            "11.4", "a cancel of what stands before a barrier and of what stands behind it",
            needs: [.lifeCycle, .barriers, .cancellation],
            covers: ["cancelled before the barrier", "cancelled behind the barrier"]
        ) {
            try await cancelledAroundBarrier($0)
            try await cancelledBarrier($0)
        },
    ]

    /// Each operation looks how far the barriers are, and each barrier who has ended.
    private static func barriersInOrder<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, barriers, queue) = (
            ExploredBodies(4), ExploredBodies(2), try subject.makeQueue().barriers
        )
        let (otherAdded, barriersAdded, beforeOther) = (ExploredCount(), ExploredCount(), ExploredCount())
        let operations = (0..<4).map { index in
            subject.makeOperation { _ in
                // 0 stands before both, 1 between them, 2 behind them; another thread adds 3 anywhere.
                for barrier in 0..<(index == 3 ? beforeOther.value : index) {
                    ExploredSchedule.expect(
                        barriers.ends(barrier) == 1,
                        "operation \(index) began before barrier \(barrier) had ended, which it stands behind"
                    )
                }
                bodies.run(index)
            }
        }
        let producer = startTask {
            for _ in 0..<barriersAdded.value { beforeOther.increase() }
            queue.addOperation(operations[3])
            otherAdded.increase()
        }
        queue.addOperation(operations[0])
        for barrier in 0..<2 {
            let isOtherBefore = otherAdded.value == 1
            if barrier == 0 {
                ExploredSchedule.cover(isOtherBefore ? "added before the first barrier" : "added after it")
            }
            queue.addBarrierBlock {
                for index in Array(0...barrier) + (isOtherBefore ? [3] : []) {
                    ExploredSchedule.expect(
                        bodies.runs(index) == bodies.ends(index) && bodies.ends(index) == 1,
                        "barrier \(barrier) began before operation \(index) had ended, which stands before it"
                    )
                }
                if barrier == 1 {
                    ExploredSchedule.expect(
                        barriers.ends(0) == 1, "the second barrier began before the first had ended")
                }
                barriers.run(barrier)
            }
            barriersAdded.increase()
            queue.addOperation(operations[barrier + 1])
        }
        await producer.value
        await queue.waitUntilAllOperationsAreFinished()
        bodies.expectOnce(0..<4)
        barriers.expectOnce(0..<2)
    }

    private static func suspendedBarrier<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (barriers, queue, resumes) = (
            ExploredBodies(1), try subject.makeQueue().barriers, ExploredCount()
        )
        let suspendable = try queue.suspendable
        suspendable.setSuspended(true)
        let resumer = startTask {
            resumes.increase()
            suspendable.setSuspended(false)
            resumes.increase()
        }
        let isResumed = resumes.value == 2
        queue.addBarrierBlock {
            ExploredSchedule.expect(resumes.value > 0, "a barrier began while its queue was suspended")
            barriers.run(0)
        }
        if isResumed { ExploredSchedule.cover("resumed before the adding") }
        if resumes.value == 0 { ExploredSchedule.cover("resumed after the adding") }
        await queue.waitUntilAllOperationsAreFinished()
        ExploredSchedule.expect(barriers.ends(0) == 1, "waiting for all returned before a barrier had ended")
        await resumer.value
        barriers.expectOnce([0])
    }

    private static func cancelledAroundBarrier<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, barriers, queue) = (
            ExploredBodies(3), ExploredBodies(1), try subject.makeNarrowQueue().barriers
        )
        let operations = subject.operations(3, bodies)
        let canceller = startTask {
            operations[0].cancel()
            operations[1].cancel()
        }
        queue.addOperation(operations[0])
        queue.addBarrierBlock { barriers.run(0) }
        queue.addOperation(operations[1])
        queue.addOperation(operations[2])
        await subject.waitForAll(operations)
        await canceller.value
        await queue.waitUntilAllOperationsAreFinished()
        if bodies.runs(0) == 0 { ExploredSchedule.cover("cancelled before the barrier") }
        if bodies.runs(1) == 0 { ExploredSchedule.cover("cancelled behind the barrier") }
        bodies.expectOnce([2])
        barriers.expectOnce([0])
    }

    /// The barrier behind a cancelled one waits for what stands before that, too, however early what stands between them ends.
    private static func cancelledBarrier<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        guard subject.claims.contains(.enumeration), subject.claims.contains(.overlap) else { return }
        let (bodies, barriers, queue) = (
            ExploredBodies(2), ExploredBodies(2), try subject.makeQueue().barriers
        )
        let operations = subject.operations(2, bodies)
        queue.addOperation(operations[0])
        queue.addBarrierBlock { barriers.run(0) }
        let listed = try await queue.enumerable.operations
        queue.addOperation(operations[1])
        queue.addBarrierBlock {
            ExploredSchedule.expect(
                bodies.ends(0) == 1, "a barrier began before the operation had ended that stands before both")
            ExploredSchedule.expect(
                bodies.ends(1) == 1, "a barrier began before the operation had ended that stands before it")
            barriers.run(1)
        }
        for barrier in listed where barrier !== operations[0] { barrier.cancel() }
        await queue.waitUntilAllOperationsAreFinished()
        bodies.expectOnce(0..<2)
        barriers.expectOnce([1])
    }
}
