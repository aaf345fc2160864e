import Operations

/// What one operation of a serial queue has done is there for the next: what ThreadSanitizer alone sees of 6.8.
extension LimitRules {
    static func effectsAreVisible<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let memory = try PlainMemory(count: 1)
        @Sendable func addOne() { memory[0] &+= 1 }
        func operations(_ count: Int, _ setup: Setup<Subject>) -> [Setup<Subject>.Watched] {
            (1...count).map { setup.operation("operation \($0)") { _ in addOne() } }
        }

        try await crowd(subject, probe, limit: 1, of: { _ in addOne() })
        try probe.expectNoRace(on: memory, "the next of a serial queue")
        try await Setup.run(subject, probe, part: "one by one") { setup in
            // The queue is at rest between them, so that each is run by whoever comes.
            let queue = await setup.queue(limit: 1)
            for operation in operations(20, setup) {
                setup.add(operation, to: queue)
                try await setup.expectRun(of: [operation], "at limit 1")
            }
            try probe.expectNoRace(on: memory, "the next of a serial queue")
        }
        try await Setup.run(subject, probe, part: "ends elsewhere") { setup in
            let queue = await setup.queue(limit: 1)
            let plain = operations(20, setup)
            for operation in plain {
                guard let elsewhere = setup.endingElsewhere(writing: memory, at: 0) else { return }
                setup.add(elsewhere, operation, to: queue)
            }
            try await setup.expectRun(of: plain, "at limit 1")
            try probe.expectNoRace(on: memory, "the next of a serial queue")
        }
        try await Setup.run(subject, probe, part: "async bodies") { setup in
            guard setup.claims(.asyncBodies) else { return }
            let queue = await setup.queue(limit: 1)
            let all = (1...20).map { setup.asyncOperation("async \($0)") { addOne() } }
            for operation in all { setup.add(operation, to: queue) }
            try await setup.expectRun(of: all, "at limit 1")
            try probe.expectNoRace(on: memory, "the next of a serial queue")
        }
    }
}
