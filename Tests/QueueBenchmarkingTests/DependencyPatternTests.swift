import Testing

@testable import QueueBenchmarking

/// Each pattern against edges that were written down by hand from its definition.
@Suite struct DependencyPatternTests {
    /// What each task depends on: a list of steps, of tasks, of columns in the step before.
    private func columns(_ pattern: DependencyPattern, width: Int, steps: Int) -> [[[Int]]] {
        let made = pattern.graph(width: width, steps: steps)
        return made.steps.enumerated().map { number, step in
            step.map { task in
                made.graph.dependencies(of: task).map {
                    $0 - (number > 0 ? made.steps[number - 1].lowerBound : 0)
                }
            }
        }
    }

    private static let free: [[Int]] = [[], [], [], []]

    /// Four columns and three steps. The numbers count from the first task of the step before.
    private static let stated: [(DependencyPattern, [[[Int]]])] = [
        (.trivial, [free, free, free]),
        (.noCommunication, [free, [[0], [1], [2], [3]], [[0], [1], [2], [3]]]),
        (
            .stencil,
            [free, [[0, 1], [0, 1, 2], [1, 2, 3], [2, 3]], [[0, 1], [0, 1, 2], [1, 2, 3], [2, 3]]]
        ),
        (.tree, [[[]], [[0], [0]], [[0], [0], [1], [1]]]),
        // At a distance of 1, then of 2.
        (.fft, [free, [[0, 1], [0, 1, 2], [1, 2, 3], [2, 3]], [[0, 2], [1, 3], [0, 2], [1, 3]]]),
        (
            .allToAll,
            [free, Array(repeating: [0, 1, 2, 3], count: 4), Array(repeating: [0, 1, 2, 3], count: 4)]
        ),
        (
            .nearest,
            [
                free, [[0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3]],
                [[0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3]],
            ]
        ),
    ]

    @Test func patternsHaveTheStatedEdges() {
        for (pattern, edges) in Self.stated {
            #expect(columns(pattern, width: 4, steps: 3) == edges, "\(pattern)")
        }
    }

    /// It widens by a column a step from one corner, and narrows to the other. The columns of its last steps begin later.
    @Test func sweepPassesFromCornerToCorner() {
        let edges: [[[Int]]] = [[[]], [[0], [0]], [[0], [0, 1], [1]], [[0, 1], [1, 2]], [[0, 1]]]
        #expect(columns(.sweep, width: 3, steps: 5) == edges)
    }

    @Test func treeStaysAsWideAsTheGraph() {
        #expect(columns(.tree, width: 4, steps: 5)[3...] == [[[0], [0], [1], [1]], [[0], [0], [1], [1]]])
        #expect(columns(.tree, width: 3, steps: 3)[2] == [[0], [0], [1]])
    }

    @Test func fftDoublesTheDistanceAndBeginsAnew() {
        let edges = columns(.fft, width: 8, steps: 6)
        let first = edges.map { $0[0] }
        #expect(first == [[], [0, 1], [0, 2], [0, 4], [0, 1], [0, 2]])
        #expect(columns(.fft, width: 1, steps: 3) == [[[]], [[0]], [[0]]])
    }

    /// Five of eight columns: 0, 1, 3, 4 and 6 further on; in each other step all but the own one more.
    @Test func spreadMovesByOne() {
        let edges = columns(.spread, width: 8, steps: 4)
        #expect(edges[1][0] == [0, 2, 4, 5, 7] && edges[2][0] == [0, 1, 3, 4, 6])
        #expect(edges[1][7] == [1, 3, 4, 6, 7] && edges[2][7] == [0, 2, 3, 5, 7])
        #expect(edges[3] == edges[1])
        #expect(edges.dropFirst().flatMap(\.self).allSatisfy { $0.count == 5 })
        // No more columns than there are.
        #expect(columns(.spread, width: 2, steps: 2)[1] == [[0, 1], [0, 1]])
    }

    @Test func randomNearestHasItsOwnColumnAndSomeOfTheNearest() {
        let (width, steps) = (16, 101)
        let edges = columns(.randomNearest, width: width, steps: steps)
        #expect(edges == columns(.randomNearest, width: width, steps: steps))
        var others = 0
        for step in edges.dropFirst() {
            for (column, found) in step.enumerated() {
                #expect(found.contains(column) && found.allSatisfy { abs($0 - column) <= 2 })
                others += found.count - 1
            }
        }
        // Of 58 possible ones a step a quarter; the deviation of the sum of 5,800 is 33.
        #expect((1_350...1_550).contains(others), "\(others)")
    }

    @Test(arguments: DependencyPattern.allCases)
    func stepsCoverTheGraph(pattern: DependencyPattern) {
        for (width, steps) in [(1, 1), (1, 4), (5, 3), (8, 20)] {
            let made = pattern.graph(width: width, steps: steps)
            #expect(made.steps.count == steps)
            #expect(Array(made.steps.joined()) == Array(0..<made.graph.count))
            #expect(made.graph.count <= width * steps)
        }
    }

    @Test func namesAndNumbersDiffer() {
        #expect(Set(DependencyPattern.allCases.map(\.name)).count == 10)
        #expect(DependencyPattern.allCases.map(\.rawValue) == Array(0..<10))
    }
}
