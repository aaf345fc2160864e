private import ConcurrencyPrimitives
import Operations

/// That every body runs once, and what comes back of it.
extension TaskRules {
    static let resultsRule = Rule(
        ofTasks: "13.3", "The result or error of a body reaches the caller that added it, and no other.",
        sources: [.own]
    ) { try await results($0, $1) }

    private static func results<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await TaskScenario.run(subject, probe) { scenario in
            let queue = subject.makeTaskQueue()
            var throwing: [TaskCall] = []
            var returning: [TaskCall] = []
            for number in 0..<30 {
                let isThrowing = number % 3 == 0
                let call = scenario.makeCall(isThrowing ? "\(number), which throws" : "\(number)")
                try await scenario.hold(call, in: queue) {
                    if isThrowing { throw ThrownByBody(number: number) }
                }
                if isThrowing { throwing.append(call) } else { returning.append(call) }
            }
            // Those that run at once end in another order than they began.
            for call in (throwing + returning).reversed() { call.release() }
            try await scenario.expectCompletion(of: returning, "among bodies that throw")
            try await probe.expect(throwing, "to run once, and its own error to come back", "among others") {
                guard $0.ranOnce, case .failure(let error)? = $0.outcome else { return false }
                return error as? ThrownByBody
                    == Int($0.label.prefix(while: \.isNumber)).map(ThrownByBody.init)
            }
        }
    }

    static let addingInsideRule = Rule(
        ofTasks: "13.7", "A body may add to its own queue.", sources: [.own]
    ) { try await addingInside($0, $1) }

    private static func addingInside<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await TaskScenario.run(subject, probe) { scenario in
            let queue = subject.makeTaskQueue()
            let recorder = probe.recorder("body")
            let inner = (1...3).map { scenario.makeCall("added inside \($0)") }
            let outer = scenario.makeCall("A")
            try await scenario.hold(outer, in: queue) {
                for call in inner {
                    call.release()
                    scenario.add(call, to: queue, by: recorder)
                }
            }
            try await probe.expectStart(of: [outer], "in an idle queue")
            outer.release()
            try await scenario.expectCompletion(
                of: [outer] + inner, "where A adds the others to its own queue")
        }
    }

    static let nestedRule = Rule(
        ofTasks: "13.8",
        "A body that awaits what it added to a serial queue: a deadlock that is detected or forbidden; declared.",
        sources: [.own], needs: [.nestedTasks, .taskWidth]
    ) { try await nested($0, $1) }

    private static func nested<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let able = try subject.claimed((any NestedTaskQueueSubject<Subject.TaskQueue>).self, .nestedTasks)
        try await TaskScenario.run(subject, probe) { scenario in
            let (queue, width) = try scenario.narrowQueue()
            let others = width == 1 ? [] : try await scenario.fill(queue, width: width - 1)
            let inner = scenario.makeCall("inner")
            inner.release()
            let outer = try await scenario.add("outer", to: queue) {
                _ = try await subject.run(inner.body(), on: queue)
            }
            try await probe.settle()
            if outer.hasBlocked { throw Unobservable("only a closure that is async can await another") }
            switch able.nestedTask {
            case .runs:
                try await scenario.expectCompletion(of: [outer], "though it awaits another of its own queue")
                try probe.expect(inner.ranOnce, "the inner body to run once", observed: inner.runs)
            case .throwsError:
                try await probe.expect(
                    [outer], "to be thrown an error", "where it awaits another of its own queue"
                ) {
                    $0.ranOnce && $0.hasFailed
                }
                try await scenario.expectNoStart(of: [inner], "as the call that awaits it throws")
            }
            for call in others { call.release() }
            let next = try await scenario.add("added later", to: queue)
            try await scenario.expectCompletion(of: [next], "after that")
        }
    }

    static let everyBodyOnceRule = Rule(
        ofTasks: "13.16", "From any number of tasks, every body runs exactly once.", sources: [.own]
    ) { try await everyBodyOnce($0, $1) }

    private static func everyBodyOnce<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        try await TaskScenario.run(subject, probe) { scenario in
            let queue = subject.makeTaskQueue()
            let calls = try await scenario.addFromThreads(8, each: 50, to: queue)
            try await scenario.expectCompletion(of: calls, "added by eight threads")
        }
    }
}

extension TaskScenario {
    /// Has `count` threads add `each` bodies at once, and returns the bodies once nothing goes on.
    func addFromThreads(
        _ count: Int, each: Int, to queue: Subject.TaskQueue,
        now: (@Sendable () throws -> Void)? = nil, then work: TaskCall.Work? = nil
    ) async throws -> [TaskCall] {
        let calls = (0..<count * each).map { makeCall("\($0)") }
        for adder in 0..<count {
            let recorder = probe.recorder("adder \(adder + 1)")
            SystemThread.start {
                for call in calls[adder * each..<(adder + 1) * each] {
                    call.release()
                    self.add(call, to: queue, by: recorder, now: now, then: work)
                }
            }
        }
        try await probe.settle()
        return calls
    }
}
