internal import Operations

/// Cancelling and dependencies: 2.5, 2.7, 2.8 and 2.16.
extension CancellationRules {
    static let cancelledIsReadyRule = Rule(
        "2.5", "A cancelled operation no longer waits for its dependencies: it becomes ready.",
        sources: [.documentation], testedCode: .operation, needs: [.lifeCycle, .cancellation, .dependencies],
        isolation: .ownProcess
    ) { try await cancelledIsReady($0, $1) }

    private static func cancelledIsReady<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let never = scenario.operation("the dependency")
            let outside = scenario.operation("A, in no queue,")
            let queued = scenario.operation("B, in a queue,")
            let late = scenario.operation("C, made to depend after cancel(),")
            for member in [outside, queued] { scenario.depend(member, on: never) }
            let queue = await scenario.queue()
            scenario.add(queued, to: queue)
            try await scenario.probe.settle()
            scenario.cancel(outside, queued, late)
            scenario.depend(late, on: never)
            for member in [outside, queued, late] {
                // Whether it is ready when it has finished is a matter of rule 1.12.
                try probe.expect(
                    member.operation.isReady || member.operation.isFinished,
                    "\(member.label) is ready once cancelled, though its dependency has not finished",
                    observed: member.state)
            }
            scenario.addUnlessFinished([late], to: queue)
            try await scenario.expectFinish(
                of: [queued, late], "in the queue, being cancelled, without waiting for their dependency")
            // Where it is not ready, this stops.
            try await scenario.start(outside)
        }
    }

    static let cancelledDependencyHoldsRule = Rule(
        "2.7", "A dependency that is cancelled but has not finished does not release its dependents.",
        sources: [.tests], needs: [.lifeCycle, .cancellation, .dependencies], isolation: .ownProcess
    ) { try await cancelledDependencyHolds($0, $1) }

    private static func cancelledDependencyHolds<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let executing = scenario.held("A, executing")
            let outside = scenario.operation("B, in no queue")
            var dependencies = [executing, outside]
            scenario.add(executing, to: queue)
            await scenario.started(executing)
            let suspended = await scenario.queue("queue 2", suspended: scenario.claims(.suspension))
            if scenario.claims(.suspension) {
                let waiting = scenario.operation("C, in a suspended queue")
                scenario.add(waiting, to: suspended)
                dependencies.append(waiting)
            }
            let dependents = dependencies.map { dependency in
                let dependent = scenario.operation("the dependent of \(dependency.label)")
                scenario.depend(dependent, on: dependency)
                return dependent
            }
            scenario.add(dependents, to: queue)
            try await scenario.probe.settle()
            // Those that waited while nothing was cancelled.
            let waited = dependents.map { !$0.hasStarted && !$0.operation.isReady }
            scenario.cancel(dependencies)
            try await scenario.probe.settle()
            for (index, (dependent, dependency)) in zip(dependents, dependencies).enumerated()
            where waited[index] && !dependency.operation.isFinished && !dependent.operation.isCancelled {
                try probe.expect(
                    !dependent.hasStarted && !dependent.operation.isReady,
                    "\(dependent.label), cancelled but not finished, waits",
                    observed: "\(dependent.state); \(dependency.state)")
            }
            executing.release()
            if scenario.claims(.suspension) { await scenario.setSuspended(suspended, false) }
            try await scenario.start(outside)
            // That they run in the end is a matter of rule 2.8.
            try await scenario.probe.settle()
        }
    }

    static let cancelledDependencyReleasesRule = Rule(
        "2.8", "A cancelled dependency that has finished counts as finished.", sources: [.documentation],
        needs: [.lifeCycle, .cancellation, .dependencies], isolation: .ownProcess
    ) { try await cancelledDependencyReleases($0, $1) }

    private static func cancelledDependencyReleases<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let inQueue = scenario.operation("A, cancelled and added")
            let byHand = scenario.operation("B, cancelled and started by hand")
            let executing = scenario.held("C, cancelled while it executed")
            let dependencies = [inQueue, byHand, executing]
            let early = dependencies.map { dependency in
                let dependent = scenario.operation(
                    "the dependent, added before the end, of \(dependency.label)")
                scenario.depend(dependent, on: dependency)
                return dependent
            }
            scenario.add(early, to: queue)
            scenario.add(executing, to: queue)
            await scenario.started(executing)
            scenario.cancel(dependencies)
            executing.release()
            scenario.addUnlessFinished([inQueue], to: queue)
            try await scenario.start(byHand)
            try await scenario.probe.settle()
            // A dependency that doesn't finish breaks another rule.
            let late = dependencies.filter(\.operation.isFinished).map { dependency in
                let dependent = scenario.operation(
                    "the dependent, made after the end, of \(dependency.label)")
                scenario.depend(dependent, on: dependency)
                return dependent
            }
            for dependent in late {
                try probe.expect(
                    dependent.operation.isReady, "\(dependent.label), is ready", observed: dependent.state)
            }
            scenario.add(late, to: queue)
            let released = (zip(early, dependencies).filter { $1.operation.isFinished }.map { $0.0 } + late)
                .filter { !$0.operation.isCancelled }
            try await scenario.expectCompletion(
                of: released, "after cancelled operations that have finished")
        }
    }

    static let cancelReachesOneRule = Rule(
        "2.16", "Cancellation reaches only the operation it was asked of; dependents run.",
        sources: [.documentation], needs: [.lifeCycle, .cancellation, .dependencies],
        isolation: .ownProcess
    ) { try await cancelReachesOne($0, $1) }

    private static func cancelReachesOne<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue("queue 1")
            let other = await scenario.queue("queue 2")
            let before = scenario.held("A, which B depends on")
            let cancelled = scenario.operation("B, which is cancelled")
            let after = scenario.operation("C, which depends on B")
            let afterElsewhere = scenario.operation("D, in another queue, which depends on B")
            let beside = scenario.held("E, beside them")
            scenario.depend(cancelled, on: before)
            scenario.depend(after, on: cancelled)
            scenario.depend(afterElsewhere, on: cancelled)
            scenario.add(before, to: other)
            await scenario.started(before)
            scenario.add(cancelled, after, to: queue)
            scenario.add(afterElsewhere, to: other)
            let spared = [before, after, afterElsewhere, beside]
            scenario.cancel(cancelled)
            try expectSpared(spared, probe, by: "B.cancel()")

            // All of one queue are asked; those of another, and those in none, are not.
            let third = await scenario.queue("queue 3", suspended: scenario.claims(.suspension))
            let member = scenario.operation("F, in queue 3, which E depends on")
            scenario.depend(beside, on: member)
            scenario.add(member, to: third)
            if scenario.claims(.cancelAll) {
                await scenario.cancelAll(third)
                try expectSpared(spared, probe, by: "queue 3's cancelAllOperations()")
            }
            if scenario.claims(.suspension) { await scenario.setSuspended(third, false) }
            scenario.add(beside, to: other)
            for member in [before, beside] { member.release() }
            try await scenario.expectCompletion(
                of: [before, after, afterElsewhere, beside], "though B and F were cancelled")
            try expectSpared(spared, probe, by: "the end of B, cancelled,")
        }
    }

    private static func expectSpared<Operation: OperationProtocol>(
        _ spared: [ScenarioOperation<Operation>], _ probe: Probe, by call: String
    ) throws {
        for member in spared {
            try probe.expect(
                !member.operation.isCancelled, "\(member.label), is not cancelled by \(call)",
                observed: member.state)
        }
    }
}
