private import ConcurrencyPrimitives
import Operations

/// Which bodies start when.
extension TaskRules {
    static let startOrderRule = Rule(
        ofTasks: "13.1",
        "Bodies start in the order of the calls that added them, where the queue claims order.",
        sources: [.own], needs: [.taskOrder, .taskWidth]
    ) { try await startOrder($0, $1) }

    private static func startOrder<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        try await TaskScenario.run(subject, probe) { scenario in
            let (queue, width) = try scenario.narrowQueue()
            var running = try await scenario.fill(queue, width: width)
            var pending: [TaskCall] = []
            for label in ["A", "B", "C", "D", "E"] {
                pending.append(try await scenario.hold(label, in: queue))
            }
            while !pending.isEmpty {
                let (next, last) = (pending.removeFirst(), running.removeFirst())
                last.release()
                try await probe.expectStart(
                    of: [next], "when \(last.label) has ended, as the first of those that wait")
                try await scenario.expectNoStart(
                    of: pending, "before \(next.label), which was added earlier, has ended")
                running.append(next)
            }
        }
        // What waits for its result is added only when the one before is quiescent.
        guard subject is any AddingTaskQueueSubject, subject.taskWidths.first == 1 else { return }
        try await TaskScenario.run(subject, probe, part: "added back to back") { scenario in
            let queue = scenario.queue(width: 1)
            let order = EventLog<Int>()
            let calls = (0..<200).map { scenario.makeCall("\($0)") }
            for (number, call) in calls.enumerated() {
                call.release()
                scenario.add(call, to: queue, now: { order.append(number) })
            }
            try await scenario.expectCompletion(of: calls, "in a serial queue")
            let misplaced = zip(order.entries, 0...).first { $0.0 != $0.1 }
            try probe.expect(
                misplaced == nil, "200 bodies to start in the order in which one caller added them",
                observed: misplaced.map { "body \($0.0) started as number \($0.1), both from 0" } ?? "")
        }
    }

    static let serialRule = Rule(
        ofTasks: "13.2",
        "A serial queue ends one body before it starts the next, across suspension points where it claims that.",
        sources: [.own], needs: [.serialTasks]
    ) { try await serial($0, $1) }

    private static func serial<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await TaskScenario.run(subject, probe) { scenario in
            let queue = scenario.queue(width: 1)
            var held: [TaskCall] = []
            for label in ["A", "B", "C"] { held.append(try await scenario.hold(label, in: queue)) }
            for _ in held {
                _ = try await probe.holdsWhenQuiescent { held.contains(where: \.isInBody) }
                try await scenario.settleFully()
                try probe.expect(
                    held.count(where: \.isInBody) == 1, "one of \(held.labels()) to run at a time",
                    observed: "of \(held.labels()), \(held.filter(\.isInBody).labels()) ran")
                held.first(where: \.isInBody)?.release()
                try await probe.settle()
            }
        }
        try await TaskScenario.run(subject, probe, part: "added by four threads") { scenario in
            let queue = scenario.queue(width: 1)
            let most = try await scenario.mostInside(queue)
            try probe.expect(
                most == 1, "one of 200 bodies to run at a time", observed: "\(most) ran at once")
        }
    }

    static let barrierRule = Rule(
        ofTasks: "13.9", "A barrier waits for all before it and holds all after it.", sources: [.own],
        needs: [.taskBarriers]
    ) { try await barrier($0, $1) }

    private static func barrier<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let able = try subject.claimed((any BarrierTaskQueueSubject<Subject.TaskQueue>).self, .taskBarriers)
        try await TaskScenario.run(subject, probe) { scenario in
            let queue = scenario.queue(width: scenario.widths.last)
            let before = [try await scenario.hold("A", in: queue), try await scenario.hold("B", in: queue)]
            let barrier = scenario.makeCall("barrier")
            barrier.follow(
                scenario.recorder.call("addBarrier") { able.addBarrier(barrier.body(), to: queue) })
            if !(subject is any AddingTaskQueueSubject) { try await probe.settle() }
            let after = [try await scenario.hold("C", in: queue), try await scenario.hold("D", in: queue)]
            for _ in before {
                _ = try await probe.holdsWhenQuiescent { before.contains(where: \.isInBody) }
                let left = before.filter { $0.trace.finishCount == 0 }
                try await scenario.expectNoStart(
                    of: [barrier] + after, "before \(left.labels()), added before the barrier, have ended")
                before.first(where: \.isInBody)?.release()
                try await probe.settle()
            }
            try await probe.expectStart(of: [barrier], "when \(before.labels()) have ended")
            try await scenario.expectNoStart(of: after, "before the barrier has ended")
            for call in [barrier] + after { call.release() }
            try await scenario.expectCompletion(of: before + [barrier] + after, "with a barrier")
        }
    }

    static let widthRule = Rule(
        ofTasks: "13.10", "A limit is never exceeded, and is reached.", sources: [.own], needs: [.taskWidth]
    ) { try await width($0, $1) }

    private static func width<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe) async throws {
        for width in subject.taskWidths {
            try await TaskScenario.run(subject, probe, part: "width \(width)") { scenario in
                let queue = scenario.queue(width: width)
                var calls: [TaskCall] = []
                for number in 1...width + 2 { calls.append(try await scenario.hold("\(number)", in: queue)) }
                for remaining in stride(from: calls.count, to: 0, by: -1) {
                    let most = min(width, remaining)
                    _ = try await probe.holdsWhenQuiescent { calls.count(where: \.isInBody) >= most }
                    // One too many may come late. A long look at each step would take half a minute.
                    if remaining == calls.count || remaining == 1 {
                        try await scenario.settleFully()
                    } else {
                        try await probe.settle()
                    }
                    try probe.expect(
                        calls.count(where: \.isInBody) == most,
                        "\(most) of the \(remaining) bodies that are left to run",
                        observed: "\(calls.count(where: \.isInBody)) ran when the process was quiescent")
                    calls.first(where: \.isInBody)?.release()
                    try await probe.settle()
                }
                try await scenario.expectCompletion(of: calls, "in a queue of width \(width)")
            }
            // A wake-up that is lost between two that are added at once is a matter of luck.
            for _ in 0..<20 { try await reachedAtOnce(subject, probe, width) }
            try await TaskScenario.run(subject, probe, part: "width \(width), added by four threads") {
                scenario in
                let most = try await scenario.mostInside(scenario.queue(width: width))
                try probe.expect(
                    most <= width, "at most \(width) of 200 bodies to run at a time",
                    observed: "\(most) ran at once")
            }
        }
    }

    /// Adds more bodies than there are places, none of which waits until the one before is quiescent.
    private static func reachedAtOnce<Subject: TaskQueueSubject>(
        _ subject: Subject, _ probe: Probe, _ width: Int
    ) async throws {
        try await TaskScenario.run(subject, probe, part: "width \(width), added at once") { scenario in
            let queue = scenario.queue(width: width)
            let calls = (1...width + 2).map { scenario.makeCall("\($0)") }
            for call in calls { scenario.add(call, to: queue) }
            let isReached = try await probe.holdsWhenQuiescent { calls.count(where: \.isInBody) >= width }
            try probe.expect(
                isReached, "\(width) of the \(calls.count) bodies to run",
                observed: "\(calls.count(where: \.isInBody)) ran when the process was quiescent")
            for call in calls { call.release() }
            try await scenario.expectCompletion(of: calls, "in a queue of width \(width)")
        }
    }

    static let notInsideAddRule = Rule(
        ofTasks: "13.17", "No body runs inside the call that adds it.", sources: [.own], needs: [.taskHandles]
    ) { try await notInsideAdd($0, $1) }

    private static func notInsideAdd<Subject: TaskQueueSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let able = try subject.claimed((any AddingTaskQueueSubject<Subject.TaskQueue>).self, .taskHandles)
        try await TaskScenario.run(subject, probe) { scenario in
            let queue = subject.makeTaskQueue()
            let calls = (1...20).map { scenario.makeCall("\($0)") }
            let inside = RelaxedCounter()
            for call in calls {
                // To an idle queue: a busy one has no reason to run it at once.
                try await probe.onThread("add(\(call.label)) to return") {
                    let adder = CurrentAdder()
                    let body = call.body()
                    call.release()
                    let task = able.add(
                        TaskBody {
                            if adder.isCurrent { inside.increment() }
                            return try await body()
                        } blockingBody: {
                            if adder.isCurrent { inside.increment() }
                            return try body.blocking()
                        }, to: queue)
                    adder.end()
                    call.follow(task)
                }
                try await probe.settle()
            }
            try await scenario.expectCompletion(of: calls, "each added to an idle queue")
            try probe.expect(
                inside.value == 0, "no body to run inside the call that adds it",
                observed: "\(inside.value) of \(calls.count) did")
        }
    }
}

extension TaskScenario {
    /// Has four threads add 200 bodies to `queue`, each of which is suspended once, and returns how many were inside at once.
    fileprivate func mostInside(_ queue: Subject.TaskQueue) async throws -> Int {
        let meter = OverlapMeter()
        let calls = try await addFromThreads(
            4, each: 50, to: queue,
            then: {
                meter.enter()
                await Task.yield()
                meter.leave()
            })
        try await expectCompletion(of: calls, "added by four threads")
        return meter.maximum
    }
}
