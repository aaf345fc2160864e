internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let groups = [
        ExploredRule(
            "12.7", "the end of a group, and an operation that is added to it",
            needs: [.lifeCycle, .groups], covers: ["added in time", "added too late"]
        ) { try await growingGroup($0) },
        ExploredRule(
            "12.17", "the cancel of a group, and operations that are added to it",
            needs: [.lifeCycle, .dependencies, .cancellation, .groups],
            covers: ["added before the cancel", "added meanwhile", "added after the cancel"]
        ) { try await cancelledGroup($0) },
    ]

    private static func growingGroup<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (scenario, bodies, taken) = (AdvancedScenario(subject), ExploredBodies(3), ExploredCount())
        let (grouping, begun) = (scenario.grouping, Latch())
        let children = (0..<2).map { index in
            subject.makeOperation { _ in bodies.run(index) { begun.open() } }
        }
        let group = grouping.makeGroup(of: children)
        // It can't hold the group, which holds it.
        let late = subject.makeOperation { [weak group] _ in
            bodies.run(2) {
                ExploredSchedule.expect(
                    group?.isFinished == false, "an operation of a group runs after that has finished")
            }
        }
        let adder = startTask {
            await begun.wait()
            if grouping.add(late, toGroup: group) { taken.increase() }
        }
        subject.makeQueue().addOperation(group)
        await group.waitUntilFinished()
        ExploredSchedule.expect(
            children.allSatisfy(\.isFinished), "a group finished before an operation of it")
        await adder.value
        ExploredSchedule.cover(taken.value == 1 ? "added in time" : "added too late")
        bodies.expectOnce(taken.value == 1 ? 0..<3 : 0..<2)
    }

    /// What is added depends on an operation that executes until all is added and cancelled: so it can't run before.
    private static func cancelledGroup<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (scenario, bodies, added) = (AdvancedScenario(subject), ExploredBodies(3), ExploredCount())
        let (grouping, begun, parker) = (scenario.grouping, Latch(), Parker())
        let running = subject.makeOperation { _ in
            bodies.run(0) {
                begun.open()
                parker.park()
            }
        }
        let late = (1...2).map { index in subject.makeOperation { _ in bodies.run(index) } }
        for operation in late { operation.addDependency(running) }
        let group = grouping.makeGroup(of: [running])
        let canceller = startTask {
            await begun.wait()
            added.cover(
                after: 2, "added before the cancel", meanwhile: "added meanwhile",
                before: "added after the cancel"
            ) { group.cancel() }
        }
        let adder = startTask {
            for operation in late {
                ExploredSchedule.expect(
                    grouping.add(operation, toGroup: group), "a group that has not ended took nothing")
                added.increase()
                await begun.wait()
            }
        }
        subject.makeQueue().addOperation(group)
        await adder.value
        await canceller.value
        parker.unpark()
        await group.waitUntilFinished()
        ExploredSchedule.whenQuiescent {
            if !late.allSatisfy(\.isCancelled) {
                return "an operation of a cancelled group was not cancelled"
            }
            return bodies.runs(1) + bodies.runs(2) > 0 ? "an operation of a cancelled group ran" : nil
        }
    }
}
