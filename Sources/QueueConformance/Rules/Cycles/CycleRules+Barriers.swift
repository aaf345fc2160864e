internal import ConcurrencyPrimitives
import Operations

/// Naming a cycle of which no dependency is a whole part: a barrier stands between.
extension CycleRules {
    static func namingThroughBarrier<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe, part: "through a barrier") { scenario in
            guard scenario.claims(.barriers) else { return }
            let queue = await scenario.queue()
            let (before, after, bystander) = (
                scenario.operation("A"), scenario.operation("B"), scenario.operation("C")
            )
            func named() async throws -> [String] {
                let cycle = try await queue.diagnosing.dependencyCycle() ?? []
                let known = [before, after, bystander]
                return cycle.map { operation in
                    known.first { $0.operation == operation }?.label ?? "the barrier"
                }
            }
            let holder = scenario.held("G")
            scenario.depend(before, on: holder)
            scenario.add(bystander, before, holder, to: queue)
            let barrier = try scenario.addBarrier("the barrier", to: queue)
            scenario.add(after, to: queue)
            try await probe.settle()
            // That nothing behind the barrier starts is rule 11.1.
            if barrier.hasStarted || after.hasStarted { return }
            let early = try await named()
            try probe.expect(early.isEmpty, "no cycle to be named, as there is none", observed: early.inWords)

            scenario.depend(before, on: after)
            holder.release()
            try await probe.settle()
            if barrier.hasStarted || after.hasStarted { return }
            let found = try await named()
            try probe.expect(
                Self.rotated(found, toStartWith: "A") == ["A", "B", "the barrier"],
                "the cycle to be named as A, B and the barrier, each waiting for the next",
                observed: found.inWords)

            barrier.release()
            scenario.removeDependency(after, from: before)
            let late = try await named()
            try probe.expect(
                late.isEmpty, "no cycle to be named, as A depends on B no more", observed: late.inWords)
        }
    }
}
