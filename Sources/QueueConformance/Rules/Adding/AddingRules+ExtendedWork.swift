internal import ConcurrencyPrimitives
import Operations

/// The work with barriers, conditions and groups after which 8.11 looks for what is left.
extension AddingRules {
    static func extended<Subject: ConformanceSubject>() -> [Work<Subject>] {
        [
            Work("a completion block that keeps its queue", needs: [.completionBlocks]) { scenario in
                let queue = await scenario.queue()
                let (a, completed) = (scenario.operation("A"), Latch("A's completion block"))
                a.operation.completionBlock = { withExtendedLifetime(queue) { completed.open() } }
                scenario.add(a, to: queue)
                return try await haveEnded([a], scenario.probe) && completed.isOpen
            },
            Work("a barrier", needs: [.barriers]) { scenario in
                let queue = await scenario.queue()
                let (a, b) = (scenario.held("A"), scenario.operation("B"))
                scenario.add(a, to: queue)
                let barrier = try scenario.addBarrier("barrier", to: queue)
                scenario.add(b, to: queue)
                a.release()
                barrier.latch.open()
                return try await haveEnded([a, b], scenario.probe) && barrier.ranOnce
            },
            Work("an isReady of its own", needs: [.readinessOverrides, .lifeCycle]) { scenario in
                let queue = await scenario.queue()
                let (a, open) = try scenario.heldByReadiness("A")
                scenario.add(a, to: queue)
                try await scenario.probe.settle()
                open()
                return try await haveEnded([a], scenario.probe)
            },
            Work(
                "a category and a condition that fails",
                needs: [.exclusivity, .conditions, .failures, .lifeCycle]
            ) {
                scenario in
                let queue = await scenario.queue()
                let (a, b) = (try scenario.advanced("A", isHeld: true), try scenario.advanced("B"))
                let c = try scenario.advanced("C")
                try scenario.addCategory("category", to: a, b, c)
                try scenario.addCondition(to: b) { throw ThrownByBody(number: 1) }
                scenario.add(a, b, c, to: queue)
                a.release()
                return try await haveEnded([a, b, c], scenario.probe)
            },
            Work("a group that is cancelled", needs: [.groups, .cancellation, .lifeCycle]) { scenario in
                let queue = await scenario.queue()
                let (a, b) = (scenario.held("A"), scenario.operation("B"))
                scenario.depend(b, on: a)
                let group = try scenario.group("group", of: [a, b])
                scenario.add(group, to: queue)
                try await scenario.probe.settle()
                scenario.cancel(group)
                a.release()
                return try await haveEnded([a, b, group], scenario.probe)
            },
        ]
    }
}
