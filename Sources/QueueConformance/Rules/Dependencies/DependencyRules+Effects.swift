import Operations

/// What a dependency has done is there for its dependents. On many machines it always is, whether or not the queue has
/// seen to it; ThreadSanitizer knows.
extension DependencyRules {
    private static let width = 4
    static let effectsAreVisibleRule = Rule(
        "3.12",
        "The effects of an operation's dependencies are visible to it (seen under ThreadSanitizer or in an "
            + "instrumented exploration; stress on x86 cannot show it).",
        sources: [.own], needs: [.dependencies], isolation: .ownProcess, sanitizer: .whole
    ) { try await effectsAreVisible($0, $1) }

    private static func effectsAreVisible<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let memory = try PlainMemory(count: 4_096)
        var last = 0
        /// An operation that adds up what its dependencies have written, and writes the sum.
        func adding(_ dependencies: [Int], _ scenario: RuleScenario<Subject>) -> (
            RuleScenario<Subject>.Member, index: Int
        ) {
            last += 1
            let index = last
            let operation = scenario.operation("operation \(index)") { _ in
                memory[index] = dependencies.reduce(1) { $0 &+ memory[$1] }
            }
            return (operation, index)
        }

        try await RuleScenario.run(subject, probe, part: "layers") { scenario in
            // What depends on what another queue runs, too; and dependents that are there before, and after, what
            // they depend on.
            let queues = [await scenario.queue(), await scenario.queue()]
            var all: [RuleScenario<Subject>.Member] = []
            var layer: [(operation: RuleScenario<Subject>.Member, index: Int)] = []
            for _ in 0..<20 {
                let next = (0..<width).map { _ in adding(layer.map(\.index), scenario) }
                for (dependent, _) in next {
                    for dependency in layer { scenario.depend(dependent, on: dependency.operation) }
                }
                all += next.map(\.0)
                layer = next.map { ($0, $1) }
            }
            for (index, operation) in all.reversed().enumerated() {
                scenario.add(operation, to: queues[index % 2])
            }
            try await scenario.expectRun(of: all, "in dependency order")
            try probe.expectNoRace(on: memory, "its dependents")
        }
        try await RuleScenario.run(subject, probe, part: "finished before its dependents were added") {
            scenario in
            let queue = await scenario.queue()
            for _ in 0..<20 {
                let (dependency, index) = adding([], scenario)
                scenario.add(dependency, to: queue)
                // Its thread tells nobody but the queue.
                try await scenario.expectRun(of: [dependency], "in an idle queue")
                let dependents = (0..<width).map { _ in adding([index], scenario).0 }
                for dependent in dependents { scenario.depend(dependent, on: dependency) }
                scenario.addTogether(dependents, to: queue)
                try await scenario.expectRun(of: dependents, "in an idle queue")
            }
            try probe.expectNoRace(on: memory, "its dependents")
        }
        try await RuleScenario.run(subject, probe, part: "ends elsewhere") { scenario in
            let queue = await scenario.queue()
            for _ in 0..<20 {
                last += 1
                let index = last
                guard let dependency = try scenario.endingElsewhere(writing: memory, at: index) else {
                    return
                }
                let dependents = (0..<width).map { _ in adding([index], scenario).0 }
                for dependent in dependents { scenario.depend(dependent, on: dependency) }
                scenario.addTogether(dependents + [dependency], to: queue)
                try await scenario.expectRun(of: dependents, "after what they depend on")
            }
            try probe.expectNoRace(on: memory, "its dependents")
        }
        try await RuleScenario.run(subject, probe, part: "async bodies") { scenario in
            guard scenario.claims(.asyncBodies) else { return }
            let queue = await scenario.queue()
            for _ in 0..<20 {
                last += 2
                let (first, second) = (last - 1, last)
                let dependency = try scenario.asyncOperation("async \(first)") { memory[first] = 1 }
                let dependent = try scenario.asyncOperation("async \(second)") {
                    memory[second] = memory[first] + 1
                }
                scenario.depend(dependent, on: dependency)
                scenario.add(dependent, dependency, to: queue)
                try await scenario.expectRun(of: [dependency, dependent], "in dependency order")
            }
            try probe.expectNoRace(on: memory, "its dependents")
        }
    }
}

extension RuleScenario {
    /// An operation with an overridden `start`, which returns at once; another thread adds 1 to a number, and announces the
    /// end. Nil if the queue doesn't claim such.
    func endingElsewhere(writing memory: PlainMemory, at index: Int) throws -> Member? {
        guard claims(.startOverrides) else { return nil }
        let operation = try overridden("overridden \(index)") { memory[index] += 1 }
        operation.release()
        return operation
    }
}
