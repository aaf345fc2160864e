internal import Operations

/// Cancelling what has not started: 2.3, 2.4 and 2.6.
extension CancellationRules {
    static func cancelBeforeStart<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        var cancelled: [Stage<Subject>.Traced] = []

        let queue = await stage.queue("queue 1")
        let early = stage.operation("A, cancelled before it was added")
        stage.cancel(early)
        stage.add(early, to: queue, called: "queue 1")
        cancelled.append(early)

        if stage.can(.suspension) {
            let suspended = await stage.queue("queue 2", suspended: true)
            let waiting = (1...3).map { stage.operation("B\($0), cancelled in a suspended queue") }
            stage.add(waiting, to: suspended, called: "queue 2")
            stage.cancel(waiting)
            await stage.setSuspended(false, suspended, called: "queue 2")
            cancelled += waiting
        }
        if stage.can(.concurrencyLimit) {
            let serial = await stage.queue("queue 3", limit: 1)
            let blocker = stage.held("the operation in the only slot")
            let waiting = (1...3).map { stage.operation("C\($0), cancelled while it waited for a slot") }
            stage.add([blocker] + waiting, to: serial, called: "queue 3")
            await stage.begin(of: blocker)
            stage.cancel(waiting)
            try await stage.letGo(blocker)
            cancelled += waiting
        }
        if stage.can(.dependencies) {
            let dependency = stage.held("the dependency")
            let waiting = stage.operation("D, cancelled while it waited for a dependency")
            stage.make(waiting, dependOn: dependency)
            stage.add(waiting, dependency, to: queue, called: "queue 1")
            await stage.begin(of: dependency)
            try await stage.settle()
            // Whether it waits, and still does when it is cancelled, are matters of rules 3.1 and 2.5.
            if !waiting.hasBegun { cancelled.append(waiting) }
            stage.cancel(waiting)
            try await stage.letGo(dependency)
        }

        try await stage.expectAtRest(
            "all \(cancelled.count) operations cancelled before their start finish",
            observed: { cancelled.filter { !$0.operation.isFinished }.map(\.states).joined(separator: "; ") },
            { cancelled.allSatisfy(\.operation.isFinished) })
        for traced in cancelled where traced.hasBegun {
            throw probe.violation("\(traced.label), never runs its body", observed: traced.states)
        }
    }

    static func statesAtEnd<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        let stage = Stage(subject, probe)
        let queue = await stage.queue()
        let early = stage.operation("A, cancelled before it was added")
        stage.cancel(early)
        stage.add(early, to: queue)
        let byHand = stage.operation("B, cancelled and started by hand")
        stage.cancel(byHand)
        try await stage.start(byHand)
        let executing = stage.held("C, cancelled while it executed")
        stage.add(executing, to: queue)
        await stage.begin(of: executing)
        stage.cancel(executing)
        try await stage.letGo(executing)
        let itself = stage.operation("D, cancelled by itself") { $0.cancel() }
        stage.add(itself, to: queue)
        var cancelled = [early, byHand, executing, itself]
        if stage.can(.suspension) {
            let suspended = await stage.queue("queue 2", suspended: true)
            let waiting = stage.operation("E, cancelled in a suspended queue")
            stage.add(waiting, to: suspended, called: "queue 2")
            stage.cancel(waiting)
            await stage.setSuspended(false, suspended, called: "queue 2")
            let all = stage.operation("F, cancelled by cancelAllOperations")
            await stage.setSuspended(true, suspended, called: "queue 2")
            stage.add(all, to: suspended, called: "queue 2")
            await stage.cancelAll(suspended, called: "queue 2")
            await stage.setSuspended(false, suspended, called: "queue 2")
            cancelled += [waiting, all]
        }
        if stage.can(.startOverrides) {
            let overridden = stage.overridden("G, whose start is replaced, cancelled while it executed")
            stage.add(overridden, to: queue)
            await stage.begin(of: overridden)
            // Its start has returned when all is at rest, and executing is what it is from then on.
            try await stage.settle()
            stage.cancel(overridden)
            try await stage.letGo(overridden)
            cancelled.append(overridden)
        }
        func isWrong(_ operation: Subject.Queue.Operation) -> Bool {
            !operation.isCancelled || !operation.isFinished || operation.isExecuting
        }
        try await stage.expectAtRest(
            "all \(cancelled.count) cancelled operations end cancelled, finished and not executing",
            observed: { cancelled.filter { isWrong($0.operation) }.map(\.states).joined(separator: "; ") },
            { !cancelled.contains { isWrong($0.operation) } })
    }

    static func cancelOutsideQueue<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let stage = Stage(subject, probe)
        let a = stage.operation("A")
        let b = stage.operation("B")
        stage.cancel(a, b)
        try await stage.settle()
        for traced in [a, b] {
            try probe.expect(
                !traced.operation.isFinished, "\(traced.label), in no queue, is not finished by cancel()",
                observed: traced.states)
        }
        try await stage.start(a)
        try probe.expect(
            a.operation.isFinished, "A, cancelled, is finished when A.start() returns", observed: a.states)
        let queue = await stage.queue()
        stage.add(b, to: queue)
        try await stage.expectFinish(b, expected: "B, cancelled before it was added, finishes in the queue")
    }
}
