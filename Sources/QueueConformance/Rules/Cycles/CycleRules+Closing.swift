internal import ConcurrencyPrimitives
import Operations

/// Making a cycle, naming it, and the cycle that runs through two queues.
extension CycleRules {
    static let closingRule = Rule(
        "4.6",
        "`addDependency` that closes a cycle returns; an operation that depends on itself is a cycle of one.",
        sources: [.own], testedCode: .operation, needs: [.dependencies], isolation: .ownProcess
    ) { try await closing($0, $1) }

    private static func closing<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws
    {
        try await RuleScenario.run(subject, probe) { scenario in
            let (a, b) = (scenario.operation("A"), scenario.operation("B"))
            scenario.depend(a, on: b)
            try await probe.mustReturn("B.addDependency(A), A depending on B,") {
                b.operation.addDependency(a.operation)
            }
        }
        try await RuleScenario.run(subject, probe, part: "queued") { scenario in
            let queue = await scenario.queue()
            let holder = scenario.held("G")
            let (a, b) = (scenario.operation("A"), scenario.operation("B"))
            scenario.depend(a, on: b)
            scenario.depend(b, on: holder)
            scenario.addTogether([holder, a, b], to: queue)
            try await probe.mustReturn("B.addDependency(A), A depending on B and both queued,") {
                b.operation.addDependency(a.operation)
            }
        }
        // Not in a scenario: where the call hangs, taking it apart would hang too.
        let itself = ScenarioOperation(subject, probe, label: "S")
        try await probe.mustReturn("S.addDependency(S)") {
            itself.operation.addDependency(itself.operation)
        }
        try await RuleScenario.run(subject, probe, part: "itself") { scenario in
            let itself = scenario.register(itself.operation, itself.trace, itself.latch)
            let queue = await scenario.queue()
            scenario.add(itself, to: queue)
            try await scenario.expectNoStart(of: [itself], "as it depends on itself")
            guard scenario.claims(.diagnosis) else { return }
            let named = try await queue.diagnosing.dependencyCycle() ?? []
            try probe.expect(
                named == [itself.operation], "the cycle to be named as S alone",
                observed: "\(named.count) operations were named")
        }
    }

    static let namingRule = Rule(
        "4.7",
        "Asked for it, the cycle is named: its members in order; also one that runs through a barrier.",
        level: .claimed, sources: [.own], needs: [.dependencies, .diagnosis], isolation: .ownProcess
    ) {
        try await naming($0, $1)
        try await namingThroughBarriers($0, $1)
    }

    private static func naming<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            // Not members: a chain, what depends on a member, and what a member depends on.
            let (start, end, below) = (
                scenario.held("start"), scenario.operation("end"), scenario.operation("below")
            )
            let names = ["A", "B", "C", "D"]
            let members = names.map { scenario.operation($0) }
            scenario.depend(end, on: start)
            scenario.depend(end, on: members[0])
            scenario.depend(below, on: start)
            for (index, member) in members.enumerated() where index > 0 {
                scenario.depend(members[index - 1], on: member)
            }
            scenario.depend(members[2], on: below)
            // Held back, so that none of them can be over before the cycle is closed.
            scenario.depend(members[3], on: start)
            scenario.addTogether(
                [end, members[2], start, members[0], below, members[3], members[1]], to: queue)

            func named() async throws -> [String] {
                let cycle = try await queue.diagnosing.dependencyCycle() ?? []
                let all = [start, end, below] + members
                return cycle.map { operation in all.first { $0.operation == operation }?.label ?? "a stranger"
                }
            }
            let early = try await named()
            try probe.expect(early.isEmpty, "no cycle to be named, as there is none", observed: early.inWords)

            scenario.depend(members[3], on: members[0])
            try await probe.settle()
            // That members of a cycle don't start is rule 4.1.
            guard !members.contains(where: \.hasStarted) else { return }
            let found = try await named()
            try probe.expect(
                Self.rotated(found, toStartWith: "A") == names,
                "the cycle to be named as A, B, C and D, each waiting for the next", observed: found.inWords)

            scenario.removeDependency(members[2], from: members[1])
            let late = try await named()
            try probe.expect(
                late.isEmpty, "no cycle to be named, as B depends on C no more", observed: late.inWords)
        }
        try await RuleScenario.run(subject, probe, part: "a cancelled member") { scenario in
            guard scenario.claims(.cancellation), scenario.claims(.suspension) else { return }
            let queue = await scenario.queue(suspended: true)
            let members = scenario.cycle(["A", "B"])
            scenario.add(members, to: queue)
            func isNamed() async throws -> Bool { try await queue.diagnosing.dependencyCycle() != nil }
            try probe.expect(try await isNamed(), "a cycle of A and B to be named", observed: "none was")
            scenario.cancel(members[0])
            try probe.expect(
                !(try await isNamed()), "no cycle to be named, as A is cancelled and waits for nothing",
                observed: "one was")
        }
    }

    /// Where the walk around a cycle begins is free.
    static func rotated(_ names: [String], toStartWith first: String) -> [String] {
        guard let start = names.firstIndex(of: first) else { return names }
        return Array(names[start...] + names[..<start])
    }

    static let acrossQueuesRule = Rule(
        "4.9", "A cycle across two queues behaves as one within a queue.",
        sources: [.own], needs: [.dependencies], isolation: .ownProcess
    ) { try await acrossQueues($0, $1) }

    private static func acrossQueues<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe)
        async throws
    {
        let within = try await behaviour(subject, probe, queues: 1)
        let across = try await behaviour(subject, probe, queues: 2)
        for (within, across) in zip(within, across) {
            try probe.expect(
                within == across, "as within one queue: \(within)",
                observed: "with A and B in two queues: \(across)")
        }
    }

    /// What becomes of A and B, which wait for each other, in one queue or in two: a line a circumstance.
    private static func behaviour<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe, queues count: Int
    ) async throws -> [String] {
        var lines: [String] = []
        let part = count == 1 ? "one queue" : "two queues"
        for isRemoval in [true, false] {
            try await RuleScenario.run(subject, probe, part: part) { scenario in
                let first = await scenario.queue()
                let second = count == 1 ? first : await scenario.queue()
                let others = [scenario.operation("X"), scenario.operation("Y")]
                let members = scenario.cycle(["A", "B"])
                let all = members + others
                func record(_ circumstances: String) {
                    let ran = zip(["A", "B", "X", "Y"], all).filter(\.1.hasStarted).map(\.0).inWords
                    lines.append("\(circumstances) had run: \(ran)")
                }
                scenario.add(members[0], others[0], to: first)
                scenario.add(members[1], others[1], to: second)
                try await probe.settle()
                record("beside the cycle")
                if scenario.claims(.diagnosis) {
                    for queue in [first, second] {
                        let named = try await queue.diagnosing.dependencyCycle() ?? []
                        let isWhole = Set(named) == Set(members.map(\.operation)) && named.count == 2
                        lines.append("asked for the cycle, named A and B: \(isWhole ? "yes" : "no")")
                    }
                }
                if isRemoval {
                    scenario.removeDependency(members[1], from: members[0])
                } else if scenario.claims(.cancellation) {
                    scenario.cancel(members[0])
                }
                try await probe.settle()
                record(isRemoval ? "after A.removeDependency(B)" : "after A.cancel()")
            }
        }
        return lines
    }
}

extension ScenarioOperation {
    /// An operation that no scenario takes apart.
    init<Subject: ConformanceSubject>(_ subject: Subject, _ probe: Probe, label: String)
    where Subject.Queue.Operation == Operation {
        let trace = probe.trace(label)
        self.init(
            operation: subject.makeOperation { _ in trace.run {} }, trace: trace,
            latch: Latch(label), tellsState: false)
    }
}
