internal import ConcurrencyPrimitives
import Operations

/// Family 11, as far as it is about progress.
enum ProgressRules {
    static let all = [countsEndsRule, raisedTotalRule]

    static let countsEndsRule = Rule(
        "11.5", "Progress counts a unit an operation at the end of `main`, once a total is set.",
        level: .claimed, sources: [.documentation], needs: [.progress, .overlap], isolation: .ownProcess
    ) { try await countsEnds($0, $1) }

    private static func countsEnds<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            func expect(_ done: Int64, of total: Int64, _ circumstances: String) async throws {
                try await scenario.expectProgress(of: queue, done, of: total, circumstances)
            }
            try await expect(0, of: 0, "in a new queue")
            let early = scenario.operation("early")
            scenario.add(early, to: queue)
            try await scenario.expectRun(of: [early], "in an idle queue")
            try await expect(0, of: 0, "as long as no total is set")

            try scenario.setTotal(of: queue, to: 5)
            try await expect(0, of: 5, "after the total was set")
            let held = [scenario.held("A"), scenario.held("B")]
            scenario.add(held, to: queue)
            try await scenario.expectStart(of: held, "in an idle queue")
            try await expect(0, of: 5, "while A and B execute")
            held[1].release()
            try await expect(1, of: 5, "when B has ended, and A executes")
            held[0].release()
            try await expect(2, of: 5, "when A and B have ended")

            if scenario.claims(.cancellation) {
                let cancelled = scenario.operation("C")
                scenario.cancel(cancelled)
                scenario.add(cancelled, to: queue)
                try await expect(2, of: 5, "after C, whose `main` never ran, being cancelled")
            }
            queue.addOperation {}
            try await expect(3, of: 5, "after a block")
            if scenario.claims(.cancellation) {
                let executing = scenario.held("D")
                scenario.add(executing, to: queue)
                try await scenario.expectStart(of: [executing], "in an idle queue")
                scenario.cancel(executing)
                executing.release()
                try await expect(4, of: 5, "after D, which was cancelled inside its `main`")
            }
            let isCancelling = scenario.claims(.cancellation)
            let done: Int64 = isCancelling ? 4 : 3
            if scenario.claims(.startOverrides) {
                let overridden = try scenario.overridden("E")
                scenario.add(overridden, to: queue)
                await scenario.started(overridden)
                await scenario.release(overridden)
                try await scenario.expectFinish(of: [overridden], "having announced it")
                try await expect(done, of: 5, "after E, which overrides `start` and has no `main`")
            }
            if scenario.claims(.asyncBodies), subject.keepsDetails {
                let suspended = try scenario.heldAsync("F")
                scenario.add(suspended, to: queue)
                suspended.release()
                try await scenario.expectRun(of: [suspended], "in an idle queue")
                try await expect(done, of: 5, "after F, whose `async` body is no `main`")
            }
        }
    }

    static let raisedTotalRule = Rule(
        "11.12", "Raising a total keeps what has been completed.",
        level: .claimed, sources: [.own], needs: [.progress], isolation: .ownProcess
    ) { try await raisedTotal($0, $1) }

    private static func raisedTotal<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            func expect(_ done: Int64, of total: Int64, _ circumstances: String) async throws {
                try await scenario.expectProgress(of: queue, done, of: total, circumstances)
            }
            try scenario.setTotal(of: queue, to: 2)
            let first = [scenario.operation("A"), scenario.operation("B")]
            scenario.add(first, to: queue)
            try await scenario.expectRun(of: first, "in an idle queue")
            try await expect(2, of: 2, "when A and B have ended")
            try scenario.setTotal(of: queue, to: 5)
            try await expect(2, of: 5, "after the total was raised in an idle queue")

            let executing = scenario.held("C")
            scenario.add(executing, to: queue)
            try await scenario.expectStart(of: [executing], "in an idle queue")
            try scenario.setTotal(of: queue, to: 6)
            try await expect(2, of: 6, "after the total was raised while C executes")
            executing.release()
            try await expect(3, of: 6, "when C has ended")
        }
    }
}

extension RuleScenario {
    fileprivate func setTotal(of queue: Queue, to total: Int64) throws {
        try recorder.call("setTotalUnitCount(\(total))") { try queue.progressing.setTotalUnitCount(total) }
    }

    /// Throws a violation unless so much is done once nothing goes on.
    fileprivate func expectProgress(
        of queue: Queue, _ done: Int64, of total: Int64, _ circumstances: String
    ) async throws {
        try await probe.settle()
        let progress = try await queue.progressing.workProgress
        try probe.expect(
            progress.totalUnitCount == total && progress.completedUnitCount == done,
            "\(done) of \(total) to be done \(circumstances)",
            observed: "\(progress.completedUnitCount) of \(progress.totalUnitCount) were")
    }
}
