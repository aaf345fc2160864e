internal import Operations

/// Lets operations live, and reads their states at the moments that a scenario can hold on to: new, queued,
/// inside the body, from outside meanwhile, in dependents, after waiting, in the completion block.
struct MomentPlayer<Subject: ConformanceSubject> {
    typealias Traced = Stage<Subject>.Traced
    typealias Played = (log: StateLog, kind: Kind, operation: Subject.Queue.Operation)

    enum Kind {
        case plain, cancelledBefore, cancelledInside, overridden
    }

    let stage: Stage<Subject>

    /// Lets one be run by a queue, which is suspended at first if it can be.
    func playInQueue(_ label: String, _ kind: Kind) async throws -> Played {
        let log = StateLog(label)
        let queue = await stage.queue(suspended: stage.can(.suspension))
        let traced = make(label, kind, log)
        log.read(traced.operation, "when it was new")
        if stage.can(.suspension) {
            stage.add(traced, to: queue)
            if kind == .cancelledBefore { stage.cancel(traced) }
            _ = await queue.isSuspended
            log.read(traced.operation, "when it was queued")
        } else if kind == .cancelledBefore {
            stage.cancel(traced)
        }
        await readAfterEnd(of: traced, log)
        if stage.can(.suspension) {
            await stage.setSuspended(false, queue)
        } else {
            stage.add(traced, to: queue)
        }
        try await end(traced, kind, log)
        return (log, kind, traced.operation)
    }

    /// Starts one by hand.
    func playByHand(_ label: String, _ kind: Kind) async throws -> Played {
        let log = StateLog(label)
        let traced = make(label, kind, log)
        log.read(traced.operation, "when it was new")
        if kind == .cancelledBefore { stage.cancel(traced) }
        await readAfterEnd(of: traced, log)
        ScenarioThread.start {
            traced.operation.start()
            log.read(traced.operation, "when start() had returned")
        }
        try await end(traced, kind, log)
        return (log, kind, traced.operation)
    }

    /// Lets one become ready by the end of its dependency.
    func playDependent() async throws -> Played {
        let log = StateLog("C, which depends on D")
        let queue = await stage.queue()
        let c = make(log.label, .plain, log)
        let d = stage.held("D")
        stage.make(c, dependOn: d)
        log.read(c.operation, "before it was added")
        stage.add(c, d, to: queue)
        await stage.begin(of: d)
        log.read(c.operation, "while D ran")
        try await stage.letGo(d)
        try await end(c, .plain, log)
        return (log, .plain, c.operation)
    }

    private func make(_ label: String, _ kind: Kind, _ log: StateLog) -> Traced {
        switch kind {
        case .overridden: return stage.overridden(label)
        // Nobody lets its body go: that it runs is a matter of other rules.
        case .cancelledBefore: return stage.operation(label) { log.read($0, "at the end of its body") }
        case .plain, .cancelledInside:
            return stage.held(label) { log.read($0, "at the end of its body") }
        }
    }

    /// Sees one that is being started through its middle to its end.
    private func end(_ traced: Traced, _ kind: Kind, _ log: StateLog) async throws {
        if kind == .cancelledBefore { return }
        await stage.begin(of: traced)
        log.read(traced.operation, "from outside, while it ran")
        if kind == .cancelledInside {
            stage.cancel(traced)
            log.read(traced.operation, "from outside, while it ran on after cancel()")
        }
        try await stage.letGo(traced)
    }

    /// Reads in the completion block, in the bodies of two dependents, which another queue gets, and on a
    /// thread as soon as waiting has returned.
    private func readAfterEnd(of traced: Traced, _ log: StateLog) async {
        let operation = traced.operation
        if stage.can(.completionBlocks) {
            // Weak: a queue may keep the block, which is a matter of rule 9.6.
            operation.completionBlock = { [weak operation] in
                if let operation { log.read(operation, "in its completion block") }
            }
        }
        if stage.can(.dependencies) {
            let queue = await stage.queue("the dependents' queue")
            for number in 1...2 {
                let dependent = stage.operation("dependent \(number) of \(traced.label)") { _ in
                    log.read(operation, "in the body of an operation that depends on it")
                }
                stage.make(dependent, dependOn: traced)
                stage.add(dependent, to: queue, called: "the dependents' queue")
            }
        }
        ScenarioThread.start {
            operation.waitUntilFinished()
            log.read(operation, "when waiting for it had returned")
        }
    }
}
