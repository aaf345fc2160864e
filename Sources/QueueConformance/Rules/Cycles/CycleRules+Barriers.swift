import Operations

/// Naming a cycle of which no dependency is a whole part: a barrier stands between.
extension CycleRules {
    static func namingThroughBarrier<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await Setup.run(subject, probe, part: "through a barrier") { setup in
            guard setup.claims(.barriers) else { return }
            let queue = await setup.queue()
            let (before, after, bystander) = (
                setup.operation("A"), setup.operation("B"), setup.operation("C")
            )
            func named() async -> [String] {
                let cycle = await queue.dependencyCycle() ?? []
                let known = [before, after, bystander]
                return cycle.map { operation in
                    known.first { $0.operation == operation }?.label ?? "the barrier"
                }
            }
            let gate = setup.held("G")
            setup.depend(before, on: gate)
            setup.add(bystander, before, gate, to: queue)
            let barrier = setup.addBarrier("the barrier", to: queue)
            setup.add(after, to: queue)
            try await probe.settle()
            // That nothing behind the barrier starts is rule 11.1.
            if barrier.hasStarted || after.hasStarted { return }
            let early = await named()
            try probe.expect(early.isEmpty, "no cycle to be named, as there is none", observed: early.inWords)

            setup.depend(before, on: after)
            gate.gate.open()
            try await probe.settle()
            if barrier.hasStarted || after.hasStarted { return }
            let found = await named()
            try probe.expect(
                Self.rotated(found, toStartWith: "A") == ["A", "B", "the barrier"],
                "the cycle to be named as A, B and the barrier, each waiting for the next",
                observed: found.inWords)

            barrier.gate.open()
            setup.lane.call("A.removeDependency(B)") { before.operation.removeDependency(after.operation) }
            let late = await named()
            try probe.expect(
                late.isEmpty, "no cycle to be named, as A depends on B no more", observed: late.inWords)
        }
    }
}
