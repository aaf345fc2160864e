import Operations

/// What cancelling does, and what it doesn't.
extension TaskRules {
    static let cancellingRule = Rule(
        ofTasks: "13.4",
        """
        Cancelling what adding returned: before the start the body doesn't run or sees itself cancelled (declared), while it \
        runs the body sees it, after the end it changes nothing.
        """,
        sources: [.own], needs: [.taskCancellation, .taskWidth]
    ) { try await cancelling($0, $1) }

    private static func cancelling<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let able = try subject.claimed(
            (any CancellableTaskQueueSubject<Subject.TaskQueue>).self, .taskCancellation)
        try await TaskScenario.run(subject, probe, part: "cancelled while it runs") { scenario in
            let queue = subject.makeTaskQueue()
            let call = try await scenario.hold("A", in: queue)
            try await probe.expectStart(of: [call], "in an idle queue")
            scenario.cancel(call)
            try await probe.settle()
            call.release()
            try await probe.expect(
                [call], "to run to its end once it is released", "though it was cancelled meanwhile"
            ) {
                $0.ranOnce && $0.outcome != nil
            }
            if able.runningSeesCancellation {
                try probe.expect(
                    call.sawCancellation == true, "A to see that it was cancelled",
                    observed: "Task.isCancelled was false")
            }
        }
        try await TaskScenario.run(subject, probe, part: "cancelled after its end") { scenario in
            let queue = subject.makeTaskQueue()
            let call = try await scenario.add("A", to: queue)
            try await scenario.expectCompletion(of: [call], "in an idle queue")
            scenario.cancel(call)
            let next = try await scenario.add("B", to: queue)
            try await scenario.expectCompletion(of: [call, next], "where A was cancelled after its end")
            try probe.expect(
                next.sawCancellation == false, "B, added after that, not to be cancelled", observed: "it was")
        }
        try await TaskScenario.run(subject, probe, part: "cancelled before its start") { scenario in
            let (queue, width) = try scenario.narrowQueue()
            let holders = try await scenario.fill(queue, width: width)
            let call = try await scenario.add("A", to: queue)
            try await probe.settle()
            scenario.cancel(call)
            try await probe.settle()
            for holder in holders { holder.release() }
            try await scenario.expectCancelled(
                [call], able.cancelledBeforeStart, "as it was cancelled before it started")
            try await scenario.expectCompletion(of: holders, "though A was cancelled")
        }
    }

    static let cancelsNoOtherRule = Rule(
        ofTasks: "13.5", "Cancelling one body cancels no other.", sources: [.own],
        needs: [.taskCancellation, .taskWidth]
    ) { try await cancelsNoOther($0, $1) }

    private static func cancelsNoOther<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        for isRunning in [false, true] {
            let part = isRunning ? "one that runs is cancelled" : "one that waits is cancelled"
            try await TaskScenario.run(subject, probe, part: part) { scenario in
                let (queue, width) = try scenario.narrowQueue()
                let holders = try await scenario.fill(queue, width: width)
                var waiting: [TaskCall] = []
                for label in ["A", "B", "C"] { waiting.append(try await scenario.add(label, to: queue)) }
                try await probe.settle()
                let cancelled = isRunning ? holders[0] : waiting[1]
                scenario.cancel(cancelled)
                try await probe.settle()
                for holder in holders { holder.release() }
                let others = (holders + waiting).filter { $0 !== cancelled }
                try await scenario.expectCompletion(of: others, "though \(cancelled.label) was cancelled")
                let wrong = others.filter { $0.sawCancellation != false }
                try probe.expect(
                    wrong.isEmpty, "nothing but \(cancelled.label) to be cancelled",
                    observed: "\(wrong.labels()) saw \(wrong.count == 1 ? "itself" : "themselves") cancelled")
            }
        }
    }

    static let cancelAllRule = Rule(
        ofTasks: "13.6",
        "Cancel-all reaches all pending and, where claimed, running ones; what is added afterwards runs.",
        sources: [.own], needs: [.taskCancelAll, .taskWidth]
    ) { try await cancelAll($0, $1) }

    private static func cancelAll<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        let able = try subject.claimed(
            (any CancelAllTaskQueueSubject<Subject.TaskQueue>).self, .taskCancelAll)
        try await TaskScenario.run(subject, probe) { scenario in
            let (queue, width) = try scenario.narrowQueue()
            let holders = try await scenario.fill(queue, width: width)
            var waiting: [TaskCall] = []
            for label in ["A", "B"] { waiting.append(try await scenario.add(label, to: queue)) }
            try await probe.settle()
            scenario.recorder.call("cancelAll()") { able.cancelAll(in: queue) }
            let later = try await scenario.add("C", to: queue)
            try await probe.settle()
            for holder in holders { holder.release() }
            try await scenario.expectCancelled(waiting, able.cancelledBeforeStart, "as all were cancelled")
            try await scenario.expectCompletion(of: [later], "as it was added after all had been cancelled")
            try probe.expect(
                later.sawCancellation == false, "C, added afterwards, not to be cancelled", observed: "it was"
            )
            try await probe.expect(holders, "to run to their ends", "in the end") {
                $0.ranOnce && $0.outcome != nil
            }
            guard able.cancelAllReachesRunning, able.runningSeesCancellation else { return }
            let wrong = holders.filter { $0.sawCancellation != true }
            try probe.expect(
                wrong.isEmpty, "\(holders.labels()), which ran, to be cancelled with all",
                observed: "\(wrong.labels()) saw nothing")
        }
    }

    static let cancelledWaiterRule = Rule(
        ofTasks: "13.13",
        "A task that is cancelled while it waits to be admitted leaves no trace and takes no slot.",
        sources: [.own], needs: [.taskCancellation, .taskWidth]
    ) { try await cancelledWaiter($0, $1) }

    private static func cancelledWaiter<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let able = try subject.claimed(
            (any CancellableTaskQueueSubject<Subject.TaskQueue>).self, .taskCancellation)
        for width in subject.taskWidths {
            try await TaskScenario.run(subject, probe, part: "width \(width)") { scenario in
                let queue = scenario.queue(width: width)
                let holders = try await scenario.fill(queue, width: width)
                var waiting: [TaskCall] = []
                for number in 0...width {
                    waiting.append(try await scenario.add("waiting \(number)", to: queue))
                }
                try await probe.settle()
                for call in waiting { scenario.cancel(call) }
                try await probe.settle()
                for holder in holders { holder.release() }
                try await scenario.expectCancelled(
                    waiting, able.cancelledBeforeStart, "as they were cancelled while they waited")
                var next: [TaskCall] = []
                for number in 1...width { next.append(try await scenario.hold("next \(number)", in: queue)) }
                try await probe.expectStart(of: next, "as all \(width) places are free again")
                let extra = try await scenario.hold("one more", in: queue)
                try await scenario.expectNoStart(of: [extra], "as all \(width) places are taken")
                for call in next + [extra] { call.release() }
                try await scenario.expectCompletion(of: next + [extra], "in the end")
            }
        }
    }
}

extension TaskScenario {
    /// Throws a violation unless bodies that were cancelled before they started fared as the subject says.
    fileprivate func expectCancelled(
        _ calls: [TaskCall], _ fate: CancelledBeforeStart, _ circumstances: String
    ) async throws {
        switch fate {
        case .isSkipped:
            try await probe.expect(
                calls, "not to run, and an error to come back", circumstances, \.wasSkipped)
        case .runsCancelled:
            try await probe.expect(calls, "to run once and see itself cancelled", circumstances) {
                $0.ranOnce && $0.sawCancellation == true && $0.outcome != nil
            }
        }
    }
}
