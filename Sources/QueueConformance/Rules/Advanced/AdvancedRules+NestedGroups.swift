internal import CPlatform
internal import ConcurrencyPrimitives
internal import Operations

/// Groups in groups: 12.18.
extension AdvancedRules {
    static let nestedGroupsRule = Rule(
        "12.18", "Groups nested 1,000 deep finish, and are cancelled, with bounded stack.", level: .claimed,
        sources: [.own], needs: [.lifeCycle, .cancellation, .groups], isolation: .ownProcess
    ) { try await nestedGroups($0, $1) }

    private static let depths = [100, 1_000]

    /// How much of a stack the ends of groups may take before they are judged. Less than this is bounded anyhow.
    private static let bearable = 128 * 1_024

    private static func nestedGroups<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        for isCancelled in [false, true] {
            var extents: [Int] = []
            for depth in depths {
                let part = "\(depth) deep, \(isCancelled ? "cancelled" : "to the end")"
                let extent = StackExtent()
                try await RuleScenario.run(subject, probe, part: part) { scenario in
                    try await runNested(scenario, depth, isCancelled, extent)
                }
                extents.append(extent.largest)
            }
            // One call in the other takes ten times as much at ten times the depth.
            try probe.expect(
                extents[1] < max(bearable, 2 * extents[0]),
                "the stack that the ends of nested groups take not to grow with their depth",
                observed:
                    "they took \(extents[0]) bytes at a depth of \(depths[0]), and \(extents[1]) bytes at "
                    + "\(depths[1])")
        }
    }

    private static func runNested<Subject: ConformanceSubject>(
        _ scenario: RuleScenario<Subject>, _ depth: Int, _ isCancelled: Bool, _ extent: StackExtent
    ) async throws {
        let queue = await scenario.queue()
        let innermost = scenario.held("the innermost operation")
        var groups = [try scenario.group("the innermost group", of: [innermost])]
        for level in 1..<depth {
            groups.append(try scenario.group("the group around \(level) others", of: [groups[level - 1]]))
        }
        if scenario.claims(.completionBlocks) {
            for group in groups { group.operation.completionBlock = { extent.note() } }
        }
        if scenario.claims(.operationObservers) {
            let observing = try scenario.subject.observing
            for group in groups { observing.addObserver(to: group.operation) { _ in extent.note() } }
        }
        scenario.add(groups[depth - 1], to: queue)
        await scenario.started(innermost)
        if isCancelled {
            scenario.cancel(groups[depth - 1])
            try await scenario.probe.expectWhenQuiescent(
                "the innermost operation to be cancelled with the outermost group of \(depth)",
                observed: innermost.state, { innermost.operation.isCancelled })
        }
        innermost.release()
        try await scenario.probe.expectWhenQuiescent(
            "\(depth) groups, one in the other, to finish with the innermost operation",
            observed: "\(groups.count { !$0.operation.isFinished }) have not",
            { groups.allSatisfy(\.operation.isFinished) })
    }
}

/// How much of a stack lies between the calls of ``note()`` on a thread.
private final class StackExtent: Sendable {
    private let ranges = Mutex<[Int32: ClosedRange<Int>]>([:])

    func note() {
        let (thread, address) = (oplab_thread_id(), Int(oplab_stack_address()))
        ranges.withLock { ranges in
            let range = ranges[thread] ?? address...address
            ranges[thread] = min(range.lowerBound, address)...max(range.upperBound, address)
        }
    }

    /// In bytes, on the thread where it is the largest.
    var largest: Int { ranges.withLock { $0.values.map { $0.upperBound - $0.lowerBound }.max() ?? 0 } }
}
