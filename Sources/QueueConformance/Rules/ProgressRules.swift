import Operations

/// Family 11, as far as it is about progress.
enum ProgressRules {
    static let all: [Rule] = [
        Rule(
            "11.5", "Progress counts a unit an operation at the end of `main`, once a total is set.",
            level: .claimed, sources: [.documentation], needs: [.progress], isolation: .ownProcess
        ) { try await countsEnds($0, $1) }
    ]

    private static func countsEnds<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await Setup.run(subject, probe) { setup in
            let queue = await setup.queue()
            func expect(_ done: Int64, of total: Int64, _ circumstances: String) async throws {
                try await probe.settle()
                let progress = await queue.workProgress
                try probe.expect(
                    progress.totalUnitCount == total && progress.completedUnitCount == done,
                    "\(done) of \(total) to be done \(circumstances)",
                    observed: "\(progress.completedUnitCount) of \(progress.totalUnitCount) were")
            }
            try await expect(0, of: 0, "in a new queue")
            let early = setup.operation("early")
            setup.add(early, to: queue)
            try await setup.expectRun(of: [early], "in an idle queue")
            try await expect(0, of: 0, "as long as no total is set")

            setup.lane.call("setTotalUnitCount(5)") { queue.setTotalUnitCount(5) }
            try await expect(0, of: 5, "after the total was set")
            let held = [setup.held("A"), setup.held("B")]
            for operation in held { setup.add(operation, to: queue) }
            try await setup.expectStart(of: held, "in an idle queue")
            try await expect(0, of: 5, "while A and B execute")
            held[1].gate.open()
            try await expect(1, of: 5, "when B has ended, and A executes")
            held[0].gate.open()
            try await expect(2, of: 5, "when A and B have ended")

            if setup.claims(.cancellation) {
                let cancelled = setup.operation("C")
                setup.cancel(cancelled)
                setup.add(cancelled, to: queue)
                try await expect(2, of: 5, "after C, whose `main` never ran, being cancelled")
            }
            queue.addOperation {}
            try await expect(3, of: 5, "after a block")
        }
    }
}
