import Testing

@testable import QueueBenchmarking

/// The operations of workloads, which follow from the seed.
@Suite struct WorkloadTests {
    private func times(_ distribution: TimeDistribution, seed: UInt64, count: Int = 20_000) -> [Double] {
        (0..<count).map { number in
            var random = WorkloadRandom(seed, .work, number)
            return distribution.microseconds(of: number, &random)
        }
    }

    private func quantiles(_ values: [Double]) -> (first: Double, median: Double, last: Double) {
        let sorted = values.sorted()
        return (sorted[sorted.count / 10], sorted[sorted.count / 2], sorted[sorted.count * 9 / 10])
    }

    /// The known quantiles of each distribution; 20,000 values of one seed come close to them.
    @Test(arguments: [
        (TimeDistribution.uniform(from: 10, to: 20), 11.0, 15.0, 19.0),
        (.exponential(mean: 10), 1.054, 6.931, 23.03),
        (.lognormal(median: 10, sigma: 0.5), 5.269, 10.0, 18.98),
        (.lognormal(median: 10, sigma: 0), 10, 10, 10),
        (
            .histogram([.init(from: 0, to: 10, share: 3), .init(from: 100, to: 200, share: 1)]), 1.333, 6.667,
            160.0
        ),
        (.constant(7), 7, 7, 7),
    ])
    func distributionHasItsQuantiles(
        distribution: TimeDistribution, first: Double, median: Double, last: Double
    ) {
        let found = quantiles(times(distribution, seed: 5))
        for (value, wanted) in [(found.first, first), (found.median, median), (found.last, last)] {
            #expect(abs(value - wanted) <= 0.04 * wanted, "\(distribution): \(value), not \(wanted)")
        }
    }

    @Test func seedDecidesTheTimes() {
        let distribution = TimeDistribution.exponential(mean: 3)
        #expect(times(distribution, seed: 5) == times(distribution, seed: 5))
        #expect(times(distribution, seed: 5) != times(distribution, seed: 6))
    }

    @Test func listIsTakenInOrderAndAgain() {
        #expect(times(.list([1, 2, 3]), seed: 1, count: 7) == [1, 2, 3, 1, 2, 3, 1])
    }

    @Test func sharesHold() throws {
        let workload = try WorkloadFileTests.parse(
            """
            {"name": "shares", "operations": 20000, "work": 0, "cancelled": 0.1,
             "priorities": {"high": 0.2, "low": 0.3}, "blocking": {"share": 0.05, "time": 2}}
            """)
        let numbers = 0..<workload.operations
        #expect((1_900...2_100).contains(numbers.count { workload.isCancelled($0) }))
        #expect((900...1_100).contains(numbers.count { workload.blocking(of: $0) == 2 }))
        let levels = numbers.map { workload.priority(of: $0).map { workload.priorities[$0].level } ?? 0 }
        #expect((3_800...4_200).contains(levels.count { $0 == 4 }))
        #expect((5_800...6_200).contains(levels.count { $0 == -4 }))
        // What is drawn for one purpose doesn't follow from what is drawn for another.
        #expect((350...450).contains(numbers.count { workload.isCancelled($0) && levels[$0] == 4 }))
    }

    // MARK: Dependencies

    private static let patterns: [(WorkloadDependencies, [[Int]])] = [
        (.chain(length: 3), [[], [0], [1], [], [3], [4]]),
        (.fan(width: 2), [[], [0], [0], [1, 2], [], [4]]),
        (.tree(children: 2, levels: 3), [[], [0], [0], [1], [1], [2], [2], [], [7]]),
        (.layers(width: 2, depth: 3), [[], [], [0, 1], [0, 1], [2, 3], [2, 3], [], []]),
        (.stencil(width: 3, depth: 2), [[], [], [], [0, 1], [0, 1, 2], [1, 2], [], []]),
        (.path(leaves: 2, length: 3), [[], [], [], [2], [3], [], [], [], [7]]),
    ]

    private func edges(_ dependencies: WorkloadDependencies, count: Int, seed: UInt64 = 1) -> [[Int]] {
        (0..<count).map { index in
            var edges: [Int] = []
            dependencies.forEach(of: index, from: 0, seed: seed) { edges.append($0) }
            return edges
        }
    }

    @Test(arguments: patterns.indices) func patternHasTheStatedEdges(index: Int) {
        let (pattern, stated) = Self.patterns[index]
        #expect(edges(pattern, count: stated.count) == stated)
    }

    /// What lies further back has been forgotten.
    @Test func patternReachesNoFurtherThanItSays() {
        let random = WorkloadDependencies.random(degree: 3, window: 20)
        for pattern in Self.patterns.map(\.0) + [random, .tree(children: 3, levels: 4), .fan(width: 30)] {
            for (index, edges) in edges(pattern, count: 500).enumerated() {
                #expect(edges.allSatisfy { $0 >= 0 && $0 < index && index - $0 <= pattern.reach })
                #expect(Set(edges).count == edges.count)
            }
        }
        #expect(edges(random, count: 500) == edges(random, count: 500))
        #expect(edges(random, count: 500) != edges(random, count: 500, seed: 2))
        #expect(edges(random, count: 500).dropFirst(20).count { $0.count == 3 } > 380)
    }

    // MARK: Arrival

    private func due(_ arrival: String, producers: Int = 1, operations: Int = 1_000) throws -> [[UInt64]] {
        let workload = try WorkloadFileTests.parse(
            """
            {"name": "due", "operations": \(operations), "work": 0, "producers": \(producers), "arrival": \(arrival)}
            """)
        return (0..<producers).map { producer in
            var times = WorkloadArrival.Times(workload, producer: producer)
            return workload.numbers(of: producer).indices.map { _ in 0 }.enumerated().map {
                times.time(of: $0.offset)
            }
        }
    }

    @Test func arrivalsFollowTheirKind() throws {
        #expect(
            try due(#"{"kind": "rate", "perSecond": 1000, "spacing": "even"}"#, producers: 2, operations: 6)
                == [[0, 2_000_000, 4_000_000], [1_000_000, 3_000_000, 5_000_000]])
        #expect(
            try due(#"{"kind": "bursts", "size": 2, "interval": 10}"#, operations: 5)
                == [[0, 0, 10_000, 10_000, 20_000]])
        #expect(
            try due(#"{"kind": "times", "values": [0, 1.5, 7]}"#, operations: 3) == [[0, 1_500, 7_000]])
    }

    @Test func randomArrivalsHaveTheRate() throws {
        for producers in [1, 4] {
            let times = try due(
                #"{"kind": "rate", "perSecond": 100000}"#, producers: producers, operations: 40_000)
            for each in times {
                #expect(zip(each, each.dropFirst()).allSatisfy(<=))
                // 0.4 seconds; with 10,000 gaps the deviation is 1% of it.
                #expect((0.38e9...0.42e9).contains(Double(each[each.count - 1])))
            }
            #expect(Set(times.map { $0[1_000] }).count == producers)
        }
    }
}
