internal import ConcurrencyPrimitives
internal import Operations

/// What is kept of an operation that has ended: 12.26.
extension AdvancedRules {
    private final class Canary: Sendable {}

    static let nothingIsKeptRule = Rule(
        "12.26", "No condition or observer is kept alive after the operation has ended.", level: .claimed,
        sources: [.own], needs: [.lifeCycle, .cancellation, .conditions, .operationObservers],
        isolation: .ownProcess
    ) { try await nothingIsKept($0, $1) }

    private static func nothingIsKept<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        try await RuleScenario.run(subject, probe) { scenario in
            let queue = await scenario.queue()
            var kept: [(what: String, reference: WeakReference)] = []
            /// A condition and an observer each of which holds what nothing else does.
            func addBoth(to member: RuleScenario<Subject>.Member, fails: Bool = false) throws {
                let (condition, observer) = (Canary(), Canary())
                try scenario.addCondition(to: member) {
                    if fails { throw ThrownByBody(number: 1) }
                    withExtendedLifetime(condition) {}
                }
                try subject.observing.addObserver(to: member.operation) { _ in
                    withExtendedLifetime(observer) {}
                }
                for (what, object) in [("the condition", condition), ("the observer", observer)] {
                    let reference = WeakReference()
                    reference.object = object
                    kept.append(("\(what) of \(member.label)", reference))
                }
            }
            let running = try scenario.advanced("A, which ran")
            let cancelled = try scenario.advanced("B, cancelled before it was added")
            let failing = try scenario.advanced("C, whose condition has failed")
            try addBoth(to: running)
            try addBoth(to: cancelled)
            try addBoth(to: failing, fails: true)
            try probe.expect(
                kept.allSatisfy(\.reference.isAlive),
                "conditions and observers to live before their operations are added",
                observed: "one was let go of")
            scenario.cancel(cancelled)
            scenario.addUnlessFinished([cancelled], to: queue)
            scenario.add(running, failing, to: queue)
            try await scenario.expectFinish(of: [running, cancelled, failing], "each in its way")
            try await probe.expectWhenQuiescent(
                "conditions and observers to be let go of with the end of their operations",
                observed: kept.filter(\.reference.isAlive).map(\.what).inWords + " still lived",
                { !kept.contains { $0.reference.isAlive } })
        }
    }
}
