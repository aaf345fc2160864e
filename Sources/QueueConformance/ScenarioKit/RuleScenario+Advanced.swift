internal import ConcurrencyPrimitives
import Operations

/// How a condition is evaluated.
enum ConditionKind: String, CaseIterable {
    case immediate, awaited
}

/// Making operations that conditions, categories and observers can be added to, and the calls to them.
extension RuleScenario {
    /// An operation that runs `work` between its two stamps.
    ///
    /// - Parameter isHeld: Whether the body waits first until it is released. A second run doesn't wait, so that it blocks no
    ///   thread that the check needs.
    func advanced(
        _ label: String, isHeld: Bool = false,
        _ work: @escaping @Sendable (Operation) throws -> Void = { _ in }
    ) throws -> Member {
        let (trace, latch, begun) = (probe.trace(label), latch(label), latchOfBeginning(label))
        let operation = try subject.makeAdvancedOperation { operation in
            try trace.run {
                let isFirst = !begun.isOpen
                begun.open()
                if isHeld, isFirst { latch.waitBlocking() }
                try work(operation)
            }
        }
        return register(operation, trace, latch, begun: begun)
    }

    /// An operation that consists of others.
    func group(_ label: String, of operations: [Member]) throws -> Member {
        let group = try subject.grouping.makeGroup(of: operations.map(\.operation))
        return register(group, probe.trace(label), latch(label), hasBody: false)
    }

    /// An operation that makes attempts, each of which is what `attempt` returns for its number.
    func retry(
        _ label: String, attempts: Int, pause: Duration, by clock: ControlledClock,
        _ attempt: @escaping @Sendable (Int) -> Operation
    ) throws -> Member {
        let retry = try subject.retrying.makeRetry(attempts: attempts, pause: pause, by: clock, attempt)
        return register(retry, probe.trace(label), latch(label), hasBody: false)
    }

    /// An operation that does nothing until a time is over.
    func delay(_ label: String, _ time: Duration, by clock: ControlledClock) throws -> Member {
        let delay = try subject.delaying.makeDelay(time, by: clock)
        return register(delay, probe.trace(label), latch(label), hasBody: false)
    }

    /// An operation whose `work` gets the result of another one as its input.
    ///
    /// - Parameters:
    ///   - source: The other one; nil for an operation with the input 0.
    ///   - isHeld: Whether the body waits first until it is released.
    func stage(
        _ label: String, after source: Member? = nil, isHeld: Bool = false,
        _ work: @escaping @Sendable (Int) throws -> Int
    ) throws -> Member {
        let (trace, latch, begun) = (probe.trace(label), latch(label), latchOfBeginning(label))
        let pipelining = try subject.pipelining
        let result = Mutex(0)
        let body: @Sendable (Int) throws -> Int = { input in
            try trace.run {
                begun.open()
                if isHeld { latch.waitBlocking() }
                let output = try work(input)
                result.withLock { $0 = output }
            }
            return result.withLock { $0 }
        }
        let operation =
            if let source {
                pipelining.makeStage(after: source.operation, body)
            } else {
                pipelining.makeFirstStage { try body(0) }
            }
        return register(operation, trace, latch, begun: begun)
    }

    // MARK: Calling

    /// The kinds of condition that the subject claims.
    var conditionKinds: [ConditionKind] { claims(.asyncConditions) ? ConditionKind.allCases : [.immediate] }

    /// Adds a new condition.
    ///
    /// - Parameter latch: What the evaluation waits for if it may take its time.
    func addCondition(
        _ kind: ConditionKind, to member: Member, after latch: Latch,
        _ evaluate: @escaping @Sendable () throws -> Void
    ) throws {
        let condition =
            switch kind {
            case .immediate: try subject.conditioning.makeCondition(dependency: nil, evaluate)
            case .awaited:
                try subject.asyncConditioning.makeAsyncCondition {
                    await latch.wait()
                    try evaluate()
                }
            }
        add(condition, to: member)
    }

    /// Adds a new condition that is evaluated at once.
    func addCondition(to member: Member, _ evaluate: @escaping @Sendable () throws -> Void) throws {
        add(try subject.conditioning.makeCondition(dependency: nil, evaluate), to: member)
    }

    func add(_ condition: AddableCondition<Operation>, to member: Member) {
        recorder.call("\(member.label).addCondition()") { condition.add(member.operation) }
    }

    func addCategory(_ category: String, to members: Member...) throws {
        let excluding = try subject.excluding
        for member in members {
            recorder.call("\(member.label).addCategory(\(category))") {
                excluding.addCategory(category, to: member.operation)
            }
        }
    }

    /// Notes what an observer of the operation is notified of: "started", "produced", and "finished" with the number of errors.
    ///
    /// - Parameter observer: What stands before each, to tell several observers apart.
    func observe(
        _ member: Member, _ log: EventLog<String> = EventLog(), as observer: String = ""
    ) throws -> EventLog<String> {
        let observing = try subject.observing
        recorder.call("\(member.label).addObserver(\(observer))") {
            observing.addObserver(to: member.operation) { log.append(observer + $0.inWords) }
        }
        return log
    }

    /// Adds an operation to a group. Returns whether the group has taken it.
    @discardableResult
    func add(_ member: Member, toGroup group: Member) throws -> Bool {
        let grouping = try subject.grouping
        return recorder.call("\(group.label).add(\(member.label))") {
            grouping.add(member.operation, toGroup: group.operation)
        }
    }

    /// Finishes the operation from outside.
    func finish(_ member: Member, with errors: [any Error]) throws {
        let failing = try subject.failing
        recorder.call("\(member.label).finish(\(errors.count) errors)") {
            failing.finish(member.operation, with: errors)
        }
    }

    /// Lets time pass on a thread of its own, and returns when the calls that were due have been made.
    func advance(_ clock: ControlledClock, by duration: Duration) async throws {
        let recorder = probe.recorder("clock")
        try await probe.onThread("the calls of the clock to return") {
            recorder.call("\(duration) pass") { clock.advance(by: duration) }
        }
    }

    // MARK: Expecting

    /// The numbers of the errors that bodies and conditions of a check throw; -1 for any other.
    func errorNumbers(of member: Member) throws -> [Int] {
        try subject.failing.errors(of: member.operation).numbers
    }

    /// Throws a violation unless the operation has exactly these errors.
    func expectErrors(_ expected: [Int], of member: Member, _ circumstances: String) throws {
        let errors = try errorNumbers(of: member)
        try probe.expect(
            errors == expected, "\(member.label) to have the errors \(expected) \(circumstances)",
            observed: "it has the errors \(errors)")
    }

    /// Throws a violation unless none of the bodies has begun, and each operation has finished.
    func expectFinishWithoutRun(of members: [Member], _ circumstances: String) async throws {
        try await expectFinish(of: members, circumstances)
        for member in members where member.hasStarted {
            throw probe.violation(
                "\(member.label), \(circumstances), never runs its body", observed: member.state)
        }
    }
}

extension [any Error] {
    /// Of what bodies and conditions of a check throw the number; -1 for any other error.
    var numbers: [Int] { map { ($0 as? ThrownByBody)?.number ?? -1 } }
}

extension ObservedEvent {
    var inWords: String {
        switch self {
        case .started: "started"
        case .produced: "produced"
        case .finished(let errors): errors.isEmpty ? "finished" : "finished with \(errors.numbers)"
        }
    }
}
