internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let bodies = [
        ExploredRule(
            "1.17", "the announcement of an end and the queue's start of the same operation",
            needs: [.lifeCycle, .startOverrides, .concurrencyLimit], covers: ["announced before", "ran"]
        ) { try await endedEarly($0) },
        ExploredRule(
            "1.20", "an error that a body throws, a cancel, and who waits or looks",
            needs: [.lifeCycle, .cancellation, .results],
            covers: ["threw", "did not run"]
        ) {
            try await thrownError($0)
            try await errorAtEnd($0)
        },
        ExploredRule(
            "8.8", "the last reference to a queue, the end of its operations, and changes of them",
            needs: [.lifeCycle],
            covers: ["let go before the end", "let go after the end"]
        ) {
            try await releasedQueue($0)
            try await releasedWatchedQueue($0)
        },
        ExploredRule(
            "9.6", "the end of an operation and a thread that reads its completion block",
            needs: [.completionBlocks, .lifeCycle], covers: ["read a block", "read nil"]
        ) { try await releasedCompletionBlock($0) },
        ExploredRule(
            "11.6", "the blocks of an operation, a cancel, and who waits",
            needs: [.lifeCycle, .cancellation, .blocks],
            covers: ["ran", "did not run"], usesVariants: false
        ) { try await allBlocks($0) },
    ]

    /// The start that a queue calls, and a thread that announces the end: who comes first does it.
    private static func endedEarly<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue) = (ExploredBodies(2), try subject.makeQueue(limit: 1))
        let first = Atomic<Int>(0)
        let kept = Mutex<StartOverrideControl?>(nil)
        let early = try subject.makeStartOverride { _, control in
            // What announces comes with a call of `start`: the first, by this scenario.
            let isFirst = kept.withLock { kept in
                defer { if kept == nil { kept = control } }
                return kept == nil
            }
            if isFirst || first.exchange(1) != 0 { return }
            control.announceExecuting()
            bodies.run(0)
            control.announceFinished()
        }
        early.start()
        let control = kept.withLock { $0! }
        let next = subject.operations(2, bodies)[1]
        // What has finished can't be added any more (8.1).
        queue.addOperation(early)
        let announcer = startTask {
            guard first.exchange(1) == 0 else { return }
            ExploredSchedule.cover("announced before")
            control.announceFinished()
        }
        queue.addOperation(next)
        await subject.waitForAll([early, next])
        await announcer.value
        await queue.waitUntilAllOperationsAreFinished()
        if bodies.runs(0) == 1 { ExploredSchedule.cover("ran") }
        bodies.expectOnce([1])
        kept.withLock { $0 = nil }
    }

    private static func thrownError<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(2)
        let throwing = try subject.makeResultOperation {
            bodies.run(0)
            throw ThrownInScenario(number: 7)
        }
        let queue = subject.makeNarrowQueue()
        let canceller = startTask { throwing.operation.cancel() }
        let waiter = startTask {
            await throwing.operation.waitUntilFinished()
            let ran = bodies.ends(0) == 1
            var error: (any Error)?
            if case .failure(let failure) = throwing.kept() { error = failure }
            let isKept = (error as? ThrownInScenario)?.number == 7
            ExploredSchedule.expect(
                error != nil && ran == isKept,
                "an operation that \(ran ? "threw" : "did not run") had, once it had finished, \(error.map { "\($0)" } ?? "a result")"
            )
            ExploredSchedule.cover(ran ? "threw" : "did not run")
        }
        queue.addOperation(throwing.operation)
        queue.addOperation(subject.operations(2, bodies)[1])
        await canceller.value
        await waiter.value
        await queue.waitUntilAllOperationsAreFinished()
        bodies.expectOnce([1])
    }

    /// Who sees that the operation has finished finds what was thrown. Until then it isn't what a cancelled one has.
    private static func errorAtEnd<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let queue = subject.makeQueue()
        let throwing = try subject.makeResultOperation { throw ThrownInScenario(number: 8) }
        let before = "\(throwing.kept())"
        let cancelled = try subject.makeResultOperation { 0 }
        cancelled.operation.cancel()
        cancelled.operation.start()
        let never = "\(cancelled.kept())"
        let reader = startTask {
            for _ in 0..<2 {
                let kept = throwing.kept()
                guard case .failure(let error) = kept, !(error is ThrownInScenario) else { continue }
                ExploredSchedule.expect(
                    "\(kept)" != never || before == never,
                    "an operation that throws, and isn't cancelled, had \(kept)")
            }
        }
        queue.addOperation(throwing.operation)
        if let throwing = try? subject.makeThrowingAsyncOperation({ throw ThrownInScenario(number: 9) }) {
            queue.addOperation(throwing.operation)
            for _ in 0..<3 where throwing.operation.isFinished && throwing.kept() == nil {
                ExploredSchedule.expect(false, "an async operation that threw had finished without its error")
            }
            await throwing.operation.waitUntilFinished()
            ExploredSchedule.expect(throwing.kept() != nil, "an async operation that threw has no error")
        }
        await reader.value
        await queue.waitUntilAllOperationsAreFinished()
    }

    private static func releasedQueue<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(3)
        let operations = subject.operations(3, bodies)
        let producer: Task<Void, Never>
        let priority = Subject.Queue.Operation.QueuePriority(rawValue: QueuePriority.high.rawValue)!
        // They tell the queue, if it is there still.
        let changers = [
            startTask { if subject.claims.contains(.cancellation) { operations[2].cancel() } },
            startTask { if subject.claims.contains(.priorities) { operations[0].queuePriority = priority } },
        ]
        do {
            // So that an operation is often left when the queue is let go.
            let queue = subject.makeNarrowQueue()
            producer = startTask { [queue] in queue.addOperation(operations[1]) }
            queue.addOperation(operations[0])
            queue.addOperation(operations[2])
            let object = subject.object(of: queue)
            let isReleasedOutside = subject.isReleasedOutside
            ExploredSchedule.whenQuiescent { [weak object] in
                object == nil || isReleasedOutside
                    ? nil : "a queue that nobody uses any more lives on after its operations"
            }
            ExploredSchedule.cover(bodies.ends(0) == 1 ? "let go after the end" : "let go before the end")
        }
        await subject.waitForAll(operations)
        await producer.value
        for changer in changers { await changer.value }
        bodies.expectOnce(0..<2)
    }

    /// Twice more are ready than run at once, and all that run are blocked. Who was to look at them comes when the queue is gone.
    private static func releasedWatchedQueue<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bursts, count) = (2, 3)
        let bodies = ExploredBodies(bursts * count)
        do {
            let queue = subject.makeQueue()
            for burst in 0..<bursts {
                let gate = Latch()
                let operations = (0..<count).map { index in
                    subject.makeOperation { _ in bodies.run(burst * count + index) { gate.waitBlocking() } }
                }
                for operation in operations { queue.addOperation(operation) }
                gate.open()
                await subject.waitForAll(operations)
                await queue.waitUntilAllOperationsAreFinished()
            }
        }
        bodies.expectOnce(0..<bursts * count)
    }

    private static func releasedCompletionBlock<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, completions) = (ExploredBodies(1), ExploredBodies(1))
        let operation = subject.operations(1, bodies)[0]
        do {
            let captured = ExploredCount()
            operation.completionBlock = {
                captured.increase()
                completions.run(0)
            }
            ExploredSchedule.whenQuiescent { [weak captured] in
                if captured != nil { return "what a completion block captured lives on after it has run" }
                return operation.completionBlock == nil
                    ? nil : "completionBlock isn't nil after the block has run"
            }
        }
        let reader = startTask {
            for _ in 0..<2 {
                ExploredSchedule.cover(operation.completionBlock == nil ? "read nil" : "read a block")
            }
        }
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
        await reader.value
        completions.expectOnce([0])
    }

    private static func allBlocks<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let bodies = ExploredBodies(3)
        let blocks = try subject.blocks
        let operation = blocks.makeBlockOperation { bodies.run(0) }
        for index in 1..<3 { blocks.addExecutionBlock({ bodies.run(index) }, to: operation) }
        let canceller = startTask { operation.cancel() }
        let waiter = startTask {
            await operation.waitUntilFinished()
            let (runs, ends) = ((0..<3).map(bodies.runs), (0..<3).map(bodies.ends))
            ExploredSchedule.expect(
                runs == ends && Set(runs).count == 1 && runs[0] < 2,
                "when it had finished, the blocks of an operation had begun \(runs) times, and ended \(ends)")
            ExploredSchedule.cover(runs[0] == 1 ? "ran" : "did not run")
        }
        subject.makeQueue().addOperation(operation)
        await canceller.value
        await waiter.value
    }
}
