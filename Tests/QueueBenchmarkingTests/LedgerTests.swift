import Testing

@testable import QueueBenchmarking

/// What the checks of runs see, with operations that run here, one by one.
@Suite struct LedgerTests {
    @Test func graphInOrderHasNoViolation() {
        let ledger = GraphLedger(.wavefront(width: 3, depth: 4))
        for index in 0..<12 { ledger.mark.run(index) }
        #expect(ledger.violation(keepsOrder: true) == nil)
    }

    @Test func ledgerSeesARunBeforeItsDependency() {
        let ledger = GraphLedger(.chain(3))
        for index in [1, 0, 2] { ledger.mark.run(index) }
        #expect(ledger.violation(keepsOrder: true)?.hasPrefix("1 times ") == true)
    }

    /// A dependent that runs while an operation computes runs before its end.
    @Test func operationOfAGraphHasRunWhenItsKernelHas() {
        let ledger = GraphLedger(.chain(2), kernelSteps: 1_000)
        ledger.mark.run(1)
        ledger.mark.run(0)
        #expect(ledger.violation(keepsOrder: true)?.hasPrefix("1 times ") == true)
        #expect(ledger.mark.runs(of: 0) == 1 && ledger.mark.runs(of: 1) == 1)
    }

    @Test func ledgerSeesMissingAndRepeatedRuns() {
        let ledger = GraphLedger(.fan(2))
        for index in [0, 1, 1] { ledger.mark.run(index) }
        let counts = ledger.violation(keepsOrder: true)?.matches(of: /[0-9]+ of 4/).map { String($0.output) }
        #expect(counts == ["2 of 4", "1 of 4"])
    }

    /// Each graph scenario at a small size, and what each of its operations must depend on. A wrong graph passes every
    /// other check.
    private static let stated: [(scenario: any GraphScenario, edges: [[Int]])] = [
        (ChainScenario(limit: -1, operations: 4), [[], [0], [1], [2]]),
        (ReverseScenario(limit: 1, operations: 3), [[1], [2], []]),
        (FanScenario(limit: 1, width: 2), [[], [0], [0], [1, 2]]),
        (WavefrontScenario(limit: 1, width: 2, depth: 3), [[], [], [0, 1], [1], [2], [2, 3]]),
        // `DependencyPatternTests` has the other patterns.
        (
            GranularityScenario(limit: 1, pattern: .stencil, width: 3, steps: 2, nanoseconds: 1),
            [[], [], [], [0, 1], [0, 1, 2], [1, 2]]
        ),
    ]

    @Test func graphScenariosHaveTheStatedEdges() {
        for (scenario, edges) in Self.stated {
            let graph = scenario.graph
            let found = (0..<graph.count).map { Array(graph.dependencies(of: $0)) }
            #expect(found == edges, "\(scenario.name)")
            #expect(scenario.graphSize == edges.count, "\(scenario.name)")
        }
        let names = Set(Self.stated.map(\.scenario.name))
        for case let type as any GraphScenario.Type in Scenarios.all {
            #expect(
                names.contains(type.name), "add \(type) at a small size, and its edges, to LedgerTests.stated"
            )
        }
    }

    @Test func ledgerSeesARunWhileSuspended() {
        let ledger = OperationLedger(count: 200, isExclusive: false)
        ledger.mark.run(100)
        ledger.checkNoneRan()
        for index in 0..<200 where index != 100 { ledger.mark.run(index) }
        #expect(ledger.violation(keepsOrder: true)?.hasPrefix("1 operations ran too early") == true)
    }

    /// A queue that takes the newest first says so; that nothing overlaps is checked all the same.
    @Test func orderIsCheckedOfAQueueThatKeepsIt() {
        let ledger = OperationLedger(count: 2, isExclusive: true)
        ledger.mark.run(1)
        ledger.mark.run(0)
        #expect(ledger.violation(keepsOrder: true)?.contains("ran after one that was added later") == true)
        #expect(ledger.violation(keepsOrder: false) == nil)
        let order = WorkloadOrder()
        order.begin(1)
        order.begin(0)
        #expect(order.violation(keepsOrder: true)?.contains("ran after one that was added later") == true)
        #expect(order.violation(keepsOrder: false) == "1 operations ran beside another at limit 1")
    }

    @Test func ledgerSeesAWaiterThatReturnsTooEarly() {
        let ledger = OperationLedger(count: 2, isExclusive: false)
        ledger.mark.run(0)
        ledger.checkAllRan()
        ledger.mark.run(1)
        ledger.checkAllRan()
        #expect(ledger.violation(keepsOrder: true)?.hasPrefix("1 waiters returned before all") == true)
    }

    @Test func ledgerSeesLowPriorityOvertakeHigh() {
        /// Those of high priority, which are 4 to 7, are added after so many have begun.
        func log(_ order: [Int], addedAfter count: Int) -> PriorityLog {
            let log = PriorityLog(lows: 4, highs: 4, limit: 2)
            for index in order.prefix(count) { log.record(index, added: 1) }
            for high in 4..<8 { log.hasAdded(high) }
            for index in order.dropFirst(count) { log.record(index, added: 1) }
            return log
        }
        #expect(log([0, 4, 5, 6, 7, 1, 2, 3], addedAfter: 1).violation(keepsOrder: true) == nil)
        // Two had been chosen.
        #expect(log([0, 1, 4, 2, 5, 6, 7, 3], addedAfter: 1).violation(keepsOrder: true) == nil)
        // One of high priority has been chosen, and is held back.
        #expect(log([4, 5, 6, 0, 1, 2, 3, 7], addedAfter: 0).violation(keepsOrder: true) == nil)
        let four = log([4, 5, 0, 1, 2, 3, 6, 7], addedAfter: 0).violation(keepsOrder: true)
        #expect(four?.hasPrefix("4 operations of low ") == true)
        let three = log([0, 4, 1, 2, 5, 3, 6, 7], addedAfter: 1).violation(keepsOrder: true)
        #expect(three?.hasPrefix("3 operations of low ") == true)
        // What had begun before it was known to be added has not been passed.
        #expect(log([4, 5, 6, 7, 0, 1, 2, 3], addedAfter: 8).violation(keepsOrder: true) == nil)
        #expect(log([0, 1, 2, 3, 4, 5, 6, 7], addedAfter: 4).latenciesOfHigh.count == 4)
        #expect(log([0, 1], addedAfter: 2).violation(keepsOrder: true)?.contains("6 of 8 ") == true)
    }

    @Test func handoverIsTimedFromTheEndOfThePredecessor() throws {
        let log = LatencyLog(count: 2, isHandover: true)
        log.end(0)
        log.record(0, due: 1)
        log.record(1, due: 1)
        #expect(log.violation(keepsOrder: true)?.hasPrefix("1 operations ") == true)
        let handovers = try #require(log.handovers)
        #expect(handovers[0] < log.latencies[0])
    }

    @Test func warmUpEndsWhenTheQueueGetsNoFaster() {
        var warmUp = WarmUp(most: 5)
        for value in [100.0, 60, 58] {
            #expect(warmUp.goesOn)
            warmUp.add(value, duration: 1)
        }
        #expect(warmUp.isSettled && !warmUp.goesOn && warmUp.runs == 3)
        var faster = WarmUp(most: 2)
        for value in [100.0, 60] { faster.add(value, duration: 1) }
        #expect(!faster.isSettled && !faster.goesOn)
        var long = WarmUp(most: 5)
        long.add(100, duration: 2e8)
        #expect(long.isSettled)
    }
}
