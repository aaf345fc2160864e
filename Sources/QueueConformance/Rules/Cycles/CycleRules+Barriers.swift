internal import ConcurrencyPrimitives
import Operations

/// Naming a cycle of which no dependency is a whole part: a barrier stands between.
extension CycleRules {
    static func namingThroughBarriers<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        guard subject.claims(.barriers) else { return }
        for count in 1...2 { try await naming(through: count, subject, probe) }
    }

    /// - Parameter count: How many barriers stand one behind the other.
    private static func naming<Subject: ConformanceSubject>(
        through count: Int, _ subject: Subject, _ probe: Probe
    ) async throws {
        let part = count == 1 ? "through a barrier" : "through two barriers"
        try await RuleScenario.run(subject, probe, part: part) { scenario in
            let queue = await scenario.queue()
            let (before, after, bystander) = (
                scenario.operation("A"), scenario.operation("B"), scenario.operation("C")
            )
            func named() async throws -> [String] {
                let cycle = try await queue.diagnosing.dependencyCycle() ?? []
                let known = [before, after, bystander]
                return cycle.map { operation in
                    known.first { $0.operation == operation }?.label ?? "a barrier"
                }
            }
            let holder = scenario.held("G")
            scenario.depend(before, on: holder)
            scenario.add(bystander, before, holder, to: queue)
            let barriers = try (1...count).map { try scenario.addBarrier("barrier \($0)", to: queue) }
            scenario.add(after, to: queue)
            try await probe.settle()
            // That nothing behind a barrier starts is rule 11.1.
            if barriers.contains(where: \.hasStarted) || after.hasStarted { return }
            let early = try await named()
            try probe.expect(early.isEmpty, "no cycle to be named, as there is none", observed: early.inWords)

            scenario.depend(before, on: after)
            holder.release()
            try await probe.settle()
            if barriers.contains(where: \.hasStarted) || after.hasStarted { return }
            let found = try await named()
            try probe.expect(
                // A barrier waits for all before it, also through the barrier before.
                (1...count).contains { through in
                    Self.rotated(found, toStartWith: "A")
                        == ["A", "B"] + Array(repeating: "a barrier", count: through)
                },
                "the cycle to be named as A, B and \(count == 1 ? "the barrier" : "a barrier or two"), each waiting for the next",
                observed: found.inWords)

            for barrier in barriers { barrier.release() }
            scenario.removeDependency(after, from: before)
            let late = try await named()
            try probe.expect(
                late.isEmpty, "no cycle to be named, as A depends on B no more", observed: late.inWords)
        }
    }
}
