internal import ConcurrencyPrimitives
import Operations

/// Making operations, and the calls to them.
extension RuleScenario {
    // MARK: Making

    /// An operation that runs `body` between its two stamps.
    func operation(
        _ label: String, _ body: @escaping @Sendable (Operation) -> Void = { _ in }
    ) -> Member {
        let (trace, latch, begun) = (probe.trace(label), latch(label), latchOfBeginning(label))
        latch.open()
        let operation = subject.makeOperation { operation in
            trace.run {
                begun.open()
                body(operation)
            }
        }
        return register(operation, trace, latch, begun: begun)
    }

    /// An operation whose body waits until it is released, and then does `work`.
    ///
    /// A second run of the body, which no rule allows, doesn't wait, so that it blocks no thread that the check needs.
    func held(_ label: String, then work: @escaping @Sendable (Operation) -> Void = { _ in }) -> Member {
        let (trace, latch, begun) = (probe.trace(label), latch(label), latchOfBeginning(label))
        let operation = subject.makeOperation { operation in
            trace.run {
                let isFirst = !begun.isOpen
                begun.open()
                if isFirst { latch.waitBlocking() }
                work(operation)
            }
        }
        return register(operation, trace, latch, begun: begun)
    }

    /// An operation whose body is `async`, and suspended until it is released.
    func heldAsync(_ label: String) throws -> Member {
        let (trace, latch, begun) = (probe.trace(label), latch(label), latchOfBeginning(label))
        let operation = try subject.makeAsyncOperation { _ in
            trace.begin()
            begun.open()
            await latch.wait()
            trace.end()
        }
        return register(operation, trace, latch, begun: begun)
    }

    /// An operation whose body is `async`, and doesn't wait.
    func asyncOperation(
        _ label: String, _ body: @escaping @Sendable () async -> Void
    ) throws -> Member {
        let (trace, begun) = (probe.trace(label), latchOfBeginning(label))
        let operation = try subject.makeAsyncOperation { _ in
            trace.begin()
            begun.open()
            // The rest runs as another job.
            await Task.yield()
            await body()
            trace.end()
        }
        return register(operation, trace, latch(label), begun: begun)
    }

    /// An operation with an overridden `start`, which returns at once; it ends on another thread when it is released.
    ///
    /// - Parameters:
    ///   - announcesExecuting: Whether it says that it is executing, as it should but need not.
    ///   - endsAtOnce: Whether it announces its end before `start` returns.
    ///   - work: What it does before it ends.
    func overridden(
        _ label: String, announcesExecuting: Bool = true, endsAtOnce: Bool = false,
        _ work: @escaping @Sendable () -> Void = {}
    ) throws -> Member {
        let (trace, latch, begun) = (probe.trace(label), latch(label), latchOfBeginning(label))
        let recorder = probe.recorder("\(label)'s own thread")
        let announced = Latch("\(label) has announced that it has finished")
        let operation = try subject.makeStartOverride { _, control in
            // Last, so that what has begun has announced that it is executing, if it does.
            defer { begun.open() }
            trace.begin()
            if announcesExecuting { control.announceExecuting() }
            if endsAtOnce {
                work()
                trace.end()
                control.announceFinished()
            } else if trace.startCount == 1 {
                SystemThread.start {
                    latch.waitBlocking()
                    work()
                    trace.end()
                    recorder.call("\(label) announces finished") { control.announceFinished() }
                    announced.open()
                }
            }
        }
        return register(operation, trace, latch, begun: begun, announced: endsAtOnce ? nil : announced)
    }

    /// What the body of `label` opens when it begins.
    func latchOfBeginning(_ label: String) -> Latch { Latch("\(label) has begun") }

    /// An operation that its own `isReady` holds back, and what ends that.
    ///
    /// - Parameter whenAsked: Called by that `isReady`, with what the superclass answers.
    func heldByReadiness(
        _ label: String, whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)? = nil
    ) throws -> (member: Member, open: @Sendable () -> Void) {
        let trace = probe.trace(label)
        let made = try subject.makeHeldOperation(whenAsked: whenAsked) { _ in trace.run {} }
        let recorder = probe.recorder("the announcer of \(label)")
        return (
            register(made.operation, trace, latch(label)),
            { recorder.call("\(label) announces that its isReady is true") { made.open() } }
        )
    }

    /// Operations each of which waits for the next, and the last for the first.
    func cycle(_ labels: [String]) -> [Member] {
        let members = labels.map { operation($0) }
        for (index, member) in members.enumerated() {
            depend(member, on: members[(index + 1) % members.count])
        }
        return members
    }

    /// An operation that has the only slot of an idle queue until it is released, so that whatever is added meanwhile is
    /// there when the first of it can start.
    func takeOnlySlot(of queue: Queue) async throws -> Member {
        let holder = held("G")
        add(holder, to: queue)
        try await expectStart(of: [holder], "alone in an idle queue")
        return holder
    }

    // MARK: Calling

    /// Adds operations that end after their `start` has returned, in the ways that the queue claims, and lets them end.
    func addOutlastingStart(to queue: Queue, _ complete: (Member) -> Member) throws {
        if claims(.asyncBodies) {
            let suspended = complete(try heldAsync("async"))
            add(suspended, to: queue)
            suspended.release()
        }
        if claims(.startOverrides) {
            let overridden = complete(try overridden("overriding start"))
            add(overridden, to: queue)
            overridden.release()
        }
    }

    func add(_ operations: Member..., to queue: Queue) { add(operations, to: queue) }

    /// Adds the operations one by one.
    func add<AnyQueue: BasicOperationQueue>(_ operations: [Member], to queue: AnyQueue)
    where AnyQueue.Operation == Operation {
        for added in operations {
            recorder.call("\(name(of: queue)).addOperation(\(added.label))") {
                queue.addOperation(added.operation)
            }
        }
    }

    /// Adds the operations one by one, but for those that have finished.
    ///
    /// For what was cancelled before: a queue that finishes it then breaks rule 2.6, and to add it would be misuse.
    func addUnlessFinished(_ operations: [Member], to queue: Queue) {
        for added in operations {
            if added.tellsState && added.operation.isFinished {
                recorder.skip("\(name(of: queue)).addOperation(\(added.label)), which has finished,")
            } else {
                add(added, to: queue)
            }
        }
    }

    /// Adds the operations by one call, or one by one if the queue has no such call.
    func addTogether(_ operations: [Member], to queue: Queue) {
        let labels = operations.map(\.label).joined(separator: ", ")
        recorder.call("\(name(of: queue)).addOperations([\(labels)])") {
            queue.addTogether(operations.map(\.operation))
        }
    }

    /// Releases these, and returns when those that override `start`, and have been started, have announced their end.
    ///
    /// A queue that doesn't let an announcement return hangs the check, which breaks the rule.
    func release(_ operations: Member...) async {
        for released in operations {
            released.release()
            guard let announced = released.announced, released.hasStarted else { continue }
            await probe.awaiting("\(released.label) to announce that it has finished") {
                await announced.wait()
            }
        }
    }

    func cancel(_ operations: Member...) { cancel(operations) }

    func cancel(_ operations: [Member]) {
        for cancelled in operations {
            recorder.call("\(cancelled.label).cancel()") { cancelled.operation.cancel() }
        }
    }

    func depend(_ dependent: Member, on dependencies: Member...) {
        for dependency in dependencies {
            recorder.call("\(dependent.label).addDependency(\(dependency.label))") {
                dependent.operation.addDependency(dependency.operation)
            }
        }
    }

    func removeDependency(_ dependency: Member, from dependent: Member) {
        recorder.call("\(dependent.label).removeDependency(\(dependency.label))") {
            dependent.operation.removeDependency(dependency.operation)
        }
    }

    func setPriority(_ priority: QueuePriority, of member: Member) throws {
        guard let value = Operation.QueuePriority(rawValue: priority.rawValue) else {
            throw UnknownPriority(priority: priority)
        }
        member.operation.queuePriority = value
    }

    /// Starts the operation by hand on a thread of its own, and returns when `start` has.
    func start(_ member: Member) async throws {
        let recorder = probe.recorder("starter")
        try await probe.onThread("\(member.label).start() to return") {
            recorder.call("\(member.label).start()") { member.operation.start() }
        }
    }
}

/// A queue that claims priorities and whose priorities lack one of the five values.
struct UnknownPriority: Error, CustomStringConvertible {
    let priority: QueuePriority
    var description: String {
        "the queue's operations know no priority with the raw value \(priority.rawValue)"
    }
}
