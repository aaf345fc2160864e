import Operations

/// What a dependency has done is there for its dependents. On many machines it always is, whether or not the queue has
/// seen to it; ThreadSanitizer knows.
extension DependencyRules {
    private static let width = 4

    static func effectsAreVisible<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let memory = try PlainMemory(count: 4_096)
        var last = 0
        /// An operation that adds up what its dependencies have written, and writes the sum.
        func adding(_ dependencies: [Int], _ setup: Setup<Subject>) -> (Setup<Subject>.Watched, index: Int) {
            last += 1
            let index = last
            let operation = setup.operation("operation \(index)") { _ in
                memory[index] = dependencies.reduce(1) { $0 &+ memory[$1] }
            }
            return (operation, index)
        }

        try await Setup.run(subject, probe, part: "layers") { setup in
            // What depends on what another queue runs, too; and dependents that are there before, and after, what
            // they depend on.
            let queues = [await setup.queue(), await setup.queue()]
            var all: [Setup<Subject>.Watched] = []
            var layer: [(operation: Setup<Subject>.Watched, index: Int)] = []
            for _ in 0..<20 {
                let next = (0..<width).map { _ in adding(layer.map(\.index), setup) }
                for (dependent, _) in next {
                    for dependency in layer { setup.depend(dependent, on: dependency.operation) }
                }
                all += next.map(\.0)
                layer = next.map { ($0, $1) }
            }
            for (index, operation) in all.reversed().enumerated() {
                setup.add(operation, to: queues[index % 2])
            }
            try await setup.expectRun(of: all, "in dependency order")
            try probe.expectNoRace(on: memory, "its dependents")
        }
        try await Setup.run(subject, probe, part: "finished before its dependents were added") { setup in
            let queue = await setup.queue()
            for _ in 0..<20 {
                let (dependency, index) = adding([], setup)
                setup.add(dependency, to: queue)
                // Its thread tells nobody but the queue.
                try await setup.expectRun(of: [dependency], "in an idle queue")
                let dependents = (0..<width).map { _ in adding([index], setup).0 }
                for dependent in dependents { setup.depend(dependent, on: dependency) }
                setup.add(dependents, to: queue)
                try await setup.expectRun(of: dependents, "in an idle queue")
            }
            try probe.expectNoRace(on: memory, "its dependents")
        }
        try await Setup.run(subject, probe, part: "ends elsewhere") { setup in
            let queue = await setup.queue()
            for _ in 0..<20 {
                last += 1
                let index = last
                guard let dependency = setup.endingElsewhere(writing: memory, at: index) else { return }
                let dependents = (0..<width).map { _ in adding([index], setup).0 }
                for dependent in dependents { setup.depend(dependent, on: dependency) }
                setup.add(dependents + [dependency], to: queue)
                try await setup.expectRun(of: dependents, "after what they depend on")
            }
            try probe.expectNoRace(on: memory, "its dependents")
        }
        try await Setup.run(subject, probe, part: "async bodies") { setup in
            guard setup.claims(.asyncBodies) else { return }
            let queue = await setup.queue()
            for _ in 0..<20 {
                last += 2
                let (first, second) = (last - 1, last)
                let dependency = setup.asyncOperation("async \(first)") { memory[first] = 1 }
                let dependent = setup.asyncOperation("async \(second)") { memory[second] = memory[first] + 1 }
                setup.depend(dependent, on: dependency)
                setup.add(dependent, dependency, to: queue)
                try await setup.expectRun(of: [dependency, dependent], "in dependency order")
            }
            try probe.expectNoRace(on: memory, "its dependents")
        }
    }
}

extension Setup {
    /// An operation with a replaced `start`, which returns at once; another thread adds 1 to a number, and announces the
    /// end. Nil if the queue doesn't claim such.
    func endingElsewhere(writing memory: PlainMemory, at index: Int) -> Watched? {
        guard claims(.startOverrides) else { return nil }
        let trace = trace("overridden \(index)")
        let gate = gate(trace.label)
        let operation = subject.makeStartOverride { _, control in
            control.announceExecuting()
            ScenarioThread.start {
                trace.run { memory[index] += 1 }
                control.announceFinished()
            }
        }
        return register(operation, trace, gate)
    }

    /// An operation whose body is `async`, and doesn't wait.
    func asyncOperation(_ label: String, _ body: @escaping @Sendable () async -> Void) -> Watched {
        let trace = trace(label)
        let operation = subject.makeAsyncOperation { _ in
            trace.begin()
            // The rest runs as another job.
            await Task.yield()
            await body()
            trace.end()
        }
        return register(operation, trace, gate(label))
    }
}
