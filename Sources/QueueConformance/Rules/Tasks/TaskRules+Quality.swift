private import ConcurrencyPrimitives
import Operations

/// What a queue owes to those who wait, and to those who let go of it.
extension TaskRules {
    static let releasedRule = Rule(
        ofTasks: "13.11",
        """
        What was added before the queue is released runs or is cancelled, and everybody who awaits it is resumed exactly \
        once.
        """,
        sources: [.own], needs: [.taskHandles]
    ) { try await released($0, $1) }

    private static func released<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await TaskScenario.run(subject, probe) { scenario in
            let calls = try await addAndRelease(scenario)
            try await probe.settle()
            for call in calls { call.release() }
            try await probe.expect(
                calls, "to run or to be cancelled", "as they were added before the queue was released"
            ) {
                $0.isComplete || ($0.hasFailed && $0.trace.startCount == $0.trace.finishCount)
            }
            let twice = calls.filter { $0.trace.startCount > 1 }
            try probe.expect(twice.isEmpty, "no body to run twice", observed: "\(twice.labels()) did")
        }
    }

    /// The queue's last owner is this call.
    private static func addAndRelease<Subject: TaskQueueSubject>(
        _ scenario: TaskScenario<Subject>
    ) async throws -> [TaskCall] {
        let queue = scenario.queue(width: scenario.widths.first)
        let first = try await scenario.hold("A", in: queue)
        // Before the others come: a queue may start the newest first.
        try await scenario.probe.expectStart(of: [first], "in an idle queue")
        var calls = [first]
        for label in ["B", "C", "D"] { calls.append(try await scenario.hold(label, in: queue)) }
        return calls
    }

    static let isolationRule = Rule(
        ofTasks: "13.12", "A body runs in the isolation that it was given.", sources: [.own],
        needs: [.taskIsolation]
    ) { try await isolation($0, $1) }

    private static func isolation<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let able = try subject.claimed((any IsolatedTaskQueueSubject<Subject.TaskQueue>).self, .taskIsolation)
        let queue = subject.makeTaskQueue()
        let (elsewhere, ran) = (RelaxedCounter(), RelaxedCounter())
        for number in 1...20 {
            try await probe.mustReturn("run(\(number)) on the main actor") {
                let result = try? await able.run(
                    onMainActor: {
                        if !MainThread.isCurrent { elsewhere.increment() }
                        return number
                    }, on: queue)
                if result == number { ran.increment() }
            }
        }
        try probe.expect(
            ran.value == 20, "20 bodies of the main actor to run, and their results to come back",
            observed: "\(ran.value) did")
        try probe.expect(
            elsewhere.value == 0, "the bodies to run on the main thread",
            observed: "\(elsewhere.value) of 20 ran elsewhere")
    }

    static let escalationRule = Rule(
        ofTasks: "13.14", "A body that somebody urgent awaits is raised to that priority, where claimed.",
        sources: [.own], needs: [.taskEscalation, .taskWidth]
    ) { try await escalation($0, $1) }

    private static func escalation<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let able = try subject.claimed(
            (any EscalatingTaskQueueSubject<Subject.TaskQueue>).self, .taskEscalation)
        try await TaskScenario.run(subject, probe) { scenario in
            let (queue, width) = try scenario.narrowQueue()
            let holders = try await scenario.fill(queue, width: width)
            let call = scenario.makeCall("A")
            call.release()
            let priority = RelaxedCounter()
            let (added, ended) = (Promise<Task<Int, any Error>>(), Latch("who awaits A is resumed"))
            startTask(priority: .background) {
                added.fulfill(
                    able.add(call.body { priority.set(Int(Task.currentPriority.rawValue)) }, to: queue))
            }
            startTask(priority: .high) {
                _ = await added.value().result
                ended.open()
            }
            // It has to wait until it is awaited.
            try await scenario.expectNoStart(of: [call], "as all \(width) places are taken")
            for holder in holders { holder.release() }
            try await probe.expectWhenQuiescent(
                "A to run, and who awaits it to be resumed", observed: call.runs
            ) { call.ranOnce && ended.isOpen }
            if call.hasBlocked { throw Unobservable("only a closure that is async has the task's priority") }
            try probe.expect(
                priority.value >= Int(TaskPriority.high.rawValue),
                "A, added with the priority \(TaskPriority.background.rawValue), to run with \(TaskPriority.high.rawValue), which awaits it",
                observed: "it ran with \(priority.value)")
        }
    }

    static let backPressureRule = Rule(
        ofTasks: "13.15",
        "Back-pressure where claimed: adding waits while the queue is full, and its cancellation ends the wait.",
        sources: [.own], needs: [.taskBackPressure]
    ) { try await backPressure($0, $1) }

    private static func backPressure<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let able = try subject.claimed(
            (any BackPressureTaskQueueSubject<Subject.TaskQueue>).self, .taskBackPressure)
        try await TaskScenario.run(subject, probe) { scenario in
            let queue = able.makeBoundedTaskQueue()
            /// Adds in a task of its own, whose end is the call's outcome.
            func add(_ label: String) async throws -> TaskCall {
                let call = scenario.makeCall(label)
                let body = call.body()
                scenario.make(call) {
                    try await able.add(body, waitingForRoomIn: queue)
                    return call.number
                }
                try await scenario.becomesQuiescent(call)
                return call
            }
            func expectTaken(_ calls: [TaskCall], _ circumstances: String) async throws {
                let isSo = try await probe.holdsWhenQuiescent { calls.allSatisfy { $0.outcome != nil } }
                try probe.expect(
                    isSo, "the calls that add \(calls.labels()) to return, \(circumstances)",
                    observed: "\(calls.filter { $0.outcome == nil }.labels()) still waited")
            }
            func expectWait(_ call: TaskCall) async throws {
                try await probe.settle()
                try probe.expect(
                    call.outcome == nil && !call.hasStarted,
                    "the call that adds \(call.label) to wait, as the queue of \(able.capacity) is full",
                    observed: call.hasStarted ? "the body started" : "it returned")
            }
            var taken: [TaskCall] = []
            for number in 1...able.capacity { taken.append(try await add("\(number)")) }
            try await expectTaken(taken, "as the queue has room for \(able.capacity)")
            let next = try await add("next")
            try await expectWait(next)
            let runs = try await probe.holdsWhenQuiescent { taken.contains(where: \.isInBody) }
            try probe.expect(runs, "one of the bodies to run", observed: "none did")
            taken.first(where: \.isInBody)?.release()
            try await expectTaken([next], "as a body has ended")
            let given = try await add("given up")
            try await expectWait(given)
            scenario.cancel(given)
            try await probe.expect(
                [given], "not to wait on", "as the task that adds it was cancelled", \.hasFailed)
            for call in taken + [next, given] { call.release() }
            try await probe.expect(taken + [next], "to run", "in the end", \.ranOnce)
            try await scenario.expectNoStart(of: [given], "as adding it was cancelled")
        }
    }
}
