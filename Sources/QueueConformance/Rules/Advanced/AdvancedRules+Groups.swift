internal import ConcurrencyPrimitives
internal import Operations

/// Operations that consist of others: 12.7, 12.16 and 12.17.
extension AdvancedRules {
    static let groupRule = Rule(
        "12.7", "A group finishes after its children and what they produced; cancelling it cancels them.",
        level: .claimed, sources: [.articles],
        needs: [.lifeCycle, .dependencies, .cancellation, .overlap, .groups], isolation: .ownProcess
    ) { try await group($0, $1) }

    private static func group<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "its end") { try await expectLastEnd($0) }
        try await RuleScenario.run(subject, probe, part: "cancelled as it executes") { scenario in
            let queue = await scenario.queue()
            let running = scenario.held("A")
            let waiting = scenario.operation("B, which depends on A")
            scenario.depend(waiting, on: running)
            let group = try scenario.group("the group of A and B", of: [running, waiting])
            scenario.add(group, to: queue)
            await scenario.started(running)
            scenario.cancel(group)
            try await scenario.expectFinishWithoutRun(of: [waiting], "cancelled with its group")
            try probe.expect(
                running.operation.isCancelled && !group.operation.isFinished,
                "A to be cancelled with its group, and that not to finish while A executes",
                observed: "\(running.state); \(group.state)")
            running.release()
            try await scenario.expectFinish(of: [running, group], "when A was released")
        }
        try await RuleScenario.run(subject, probe, part: "cancelled before it starts") { scenario in
            let queue = await scenario.queue()
            let children = [scenario.operation("A"), scenario.operation("B")]
            let group = try scenario.group("the group of A and B", of: children)
            scenario.cancel(group)
            scenario.addUnlessFinished([group], to: queue)
            try await scenario.expectFinishWithoutRun(
                of: children, "whose group was cancelled before it was added")
            try await scenario.expectFinish(of: [group], "when A and B have finished")
        }
    }

    private static func expectLastEnd<Subject: ConformanceSubject>(_ scenario: RuleScenario<Subject>)
        async throws
    {
        let (probe, queue) = (scenario.probe, await scenario.queue())
        let produces = scenario.claims(.producing)
        let produced = scenario.held("P, which A produces")
        let producer = try scenario.advanced("A", isHeld: true) { operation in
            if produces { try scenario.subject.producing.produce(produced.operation, from: operation) }
        }
        let other = scenario.operation("B")
        let group = try scenario.group("the group of A and B", of: [producer, other])
        let dependent = scenario.operation("C, which depends on the group")
        scenario.depend(dependent, on: group)
        scenario.add(dependent, group, to: queue)
        try await scenario.expectStart(of: [producer, other], "as their group has started")
        func expectUnfinished(_ when: String) async throws {
            try await probe.settle()
            try probe.expect(
                !group.operation.isFinished && !dependent.hasStarted, "the group not to finish \(when)",
                observed: group.state)
        }
        try await expectUnfinished("while A executes")
        producer.release()
        if produces {
            try await scenario.expectStart(of: [produced], "when A has produced it")
            try await expectUnfinished("while P executes, which A has produced")
            produced.release()
        }
        try await scenario.expectFinish(of: [group], "when all that it consists of has finished")
        try await scenario.expectRun(of: [dependent], "when the group has finished")
    }

    static let stoppedGroupRule = Rule(
        "12.16",
        "The operations of a group that is suspended or has the limit 0 do not start, and the group waits for them.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .groups, .groupLimits], isolation: .ownProcess
    ) { try await stoppedGroup($0, $1) }

    private static func stoppedGroup<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        for isSuspended in [true, false] {
            let how = isSuspended ? "suspended" : "with the limit 0"
            try await RuleScenario.run(subject, probe, part: how) { scenario in
                let (limiting, queue) = (try subject.groupLimiting, await scenario.queue())
                let children = [scenario.operation("A"), scenario.operation("B")]
                let group = try scenario.group("the group of A and B", of: children)
                func stop(_ isToStop: Bool) {
                    scenario.recorder.call("the group is stopped: \(isToStop), \(how)") {
                        if isSuspended {
                            limiting.setSuspended(isToStop, ofGroup: group.operation)
                        } else {
                            limiting.setMaxConcurrentOperationCount(
                                isToStop ? 0 : 1, ofGroup: group.operation)
                        }
                    }
                }
                stop(true)
                scenario.add(group, to: queue)
                let late = scenario.operation("C, added to the group")
                try scenario.add(late, toGroup: group)
                try await scenario.expectNoStart(of: children + [late], "while their group is \(how)")
                try probe.expect(
                    !group.operation.isFinished, "a group of three that is \(how) not to finish",
                    observed: group.state)
                stop(false)
                try await scenario.expectCompletion(of: children + [late], "when their group goes on")
                try await scenario.expectFinish(of: [group], "when A, B and C have finished")
            }
        }
    }

    static let growingGroupRule = Rule(
        "12.17",
        "Cancelling a group while operations are added to it reaches them all, and what is added later does not run.",
        level: .claimed, sources: [.own], needs: [.lifeCycle, .dependencies, .cancellation, .groups],
        isolation: .ownProcess
    ) { try await growingGroup($0, $1) }

    private static func growingGroup<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            let produces = scenario.claims(.producing)
            let produced = scenario.operation("C, produced after the cancel")
            let running = try scenario.advanced("A, which keeps the group from ending", isHeld: true) {
                running in
                if produces { try subject.producing.produce(produced.operation, from: running) }
            }
            let group = try scenario.group("the group", of: [running])
            scenario.add(group, to: queue)
            await scenario.started(running)
            // They wait for A, so that none runs before all is added and cancelled.
            let during = (1...40).map { scenario.operation("\($0), added meanwhile") }
            for member in during { scenario.depend(member, on: running) }
            let added = Latch("all to be added")
            let grouping = try subject.grouping
            let taken = RelaxedCounter()
            SystemThread.start {
                for member in during where grouping.add(member.operation, toGroup: group.operation) {
                    taken.increment()
                }
                added.open()
            }
            scenario.cancel(group)
            let after = scenario.operation("B, added later")
            let isTaken = try scenario.add(after, toGroup: group)
            await probe.open(added)
            try probe.expect(
                taken.value == during.count && isTaken,
                "a group that has not ended to take what is added to it",
                observed: "it took \(taken.value) of \(during.count), and B: \(isTaken)")
            running.release()
            try await scenario.expectFinishWithoutRun(
                of: during + (produces ? [after, produced] : [after]), "added to a group that was cancelled")
            try await scenario.expectFinish(of: [running, group], "when all of it has finished")
        }
    }
}
