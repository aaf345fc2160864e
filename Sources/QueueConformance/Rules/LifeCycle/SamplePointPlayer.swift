internal import ConcurrencyPrimitives
internal import Operations

/// Lets operations live, and reads their states at the moments that a scenario can hold on to: new, queued,
/// inside the body, from outside meanwhile, in dependents, after waiting, in the completion block.
struct SamplePointPlayer<Subject: ConformanceSubject> {
    typealias Member = RuleScenario<Subject>.Member
    typealias Played = (log: StateLog, kind: Kind, operation: Subject.Queue.Operation)

    enum Kind {
        case plain, cancelledBefore, cancelledInside, overridden
    }

    let scenario: RuleScenario<Subject>

    /// Lets one be run by a queue, which is suspended at first if it can be.
    func playInQueue(_ label: String, _ kind: Kind) async throws -> Played {
        let log = StateLog(label)
        let queue = await scenario.queue(suspended: scenario.claims(.suspension))
        let member = try make(label, kind, log)
        log.read(member.operation, "when it was new")
        if scenario.claims(.suspension) {
            scenario.add(member, to: queue)
            if kind == .cancelledBefore { scenario.cancel(member) }
            _ = try await queue.suspendable.isSuspended
            log.read(member.operation, "when it was queued")
        } else if kind == .cancelledBefore {
            scenario.cancel(member)
        }
        await readAfterEnd(of: member, log)
        if scenario.claims(.suspension) {
            await scenario.setSuspended(queue, false)
        } else {
            scenario.addUnlessFinished([member], to: queue)
        }
        try await end(member, kind, log)
        return (log, kind, member.operation)
    }

    /// Starts one by hand.
    func playByHand(_ label: String, _ kind: Kind) async throws -> Played {
        let log = StateLog(label)
        let member = try make(label, kind, log)
        log.read(member.operation, "when it was new")
        if kind == .cancelledBefore { scenario.cancel(member) }
        await readAfterEnd(of: member, log)
        SystemThread.start {
            member.operation.start()
            log.read(member.operation, "when start() had returned")
        }
        try await end(member, kind, log)
        return (log, kind, member.operation)
    }

    /// Lets one become ready by the end of its dependency.
    func playDependent() async throws -> Played {
        let log = StateLog("C, which depends on D")
        let queue = await scenario.queue()
        let c = try make(log.label, .plain, log)
        let d = scenario.held("D")
        scenario.depend(c, on: d)
        log.read(c.operation, "before it was added")
        scenario.add(c, d, to: queue)
        await scenario.started(d)
        log.read(c.operation, "while D ran")
        d.release()
        try await end(c, .plain, log)
        return (log, .plain, c.operation)
    }

    private func make(_ label: String, _ kind: Kind, _ log: StateLog) throws -> Member {
        switch kind {
        case .overridden: return try scenario.overridden(label)
        // Nobody lets its body go: that it runs is a matter of other rules.
        case .cancelledBefore: return scenario.operation(label) { log.read($0, "at the end of its body") }
        case .plain, .cancelledInside:
            return scenario.held(label) { log.read($0, "at the end of its body") }
        }
    }

    /// Sees one that is being started through its middle to its end.
    private func end(_ member: Member, _ kind: Kind, _ log: StateLog) async throws {
        if kind == .cancelledBefore { return }
        await scenario.started(member)
        log.read(member.operation, "from outside, while it ran")
        if kind == .cancelledInside {
            scenario.cancel(member)
            log.read(member.operation, "from outside, while it ran on after cancel()")
        }
        await scenario.release(member)
    }

    /// Reads in the completion block, in the bodies of two dependents, which another queue gets, and on a
    /// thread as soon as waiting has returned.
    private func readAfterEnd(of member: Member, _ log: StateLog) async {
        let operation = member.operation
        if scenario.claims(.completionBlocks) {
            // Weak: a queue may keep the block, which is a matter of rule 9.6.
            operation.completionBlock = { [weak operation] in
                if let operation { log.read(operation, "in its completion block") }
            }
        }
        if scenario.claims(.dependencies) {
            let queue = await scenario.queue("the dependents' queue")
            for number in 1...2 {
                let dependent = scenario.operation("dependent \(number) of \(member.label)") { _ in
                    log.read(operation, "in the body of an operation that depends on it")
                }
                scenario.depend(dependent, on: member)
                scenario.add(dependent, to: queue)
            }
        }
        SystemThread.start {
            operation.waitUntilFinished()
            log.read(operation, "when waiting for it had returned")
        }
    }
}
