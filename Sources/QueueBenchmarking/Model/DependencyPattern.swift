private import RandomNumbers

/// How the tasks of a step depend on those of the step before, in the graphs of Task Bench: `width` columns, and a number of
/// steps, where a task is at a column of a step.
///
/// Slaughter et al.: *Task Bench: A Parameterized Benchmark for Evaluating Parallel Runtime Performance*, SC 2020, and its
/// program (https://github.com/StanfordLegion/task-bench, `core.cc`), which defines the edges and has more patterns. A pattern's
/// number is a parameter in result files, and doesn't change.
public enum DependencyPattern: Int, CaseIterable, Sendable {
    /// No task depends on another.
    case trivial = 0
    /// Each depends on its own column alone.
    case noCommunication = 1
    /// On its own column and its two neighbours.
    case stencil = 2
    /// On its own column and the one before: a front that enters at a corner and leaves at the other. `dom` in the program.
    case sweep = 3
    /// A binary tree that grows from one task until it is as wide as the graph; then on the task of half the column.
    case tree = 4
    /// On its own column and the two at a distance of 1, 2, 4 … by turns: the butterflies of a fast Fourier transform.
    case fft = 5
    /// On every task of the step before.
    case allToAll = 6
    /// On the ``radix`` nearest columns.
    case nearest = 7
    /// On ``radix`` columns that are spread over the width, and move by one from step to step.
    case spread = 8
    /// On its own column, and on each other of the ``radix`` nearest with the probability ``fraction``.
    case randomNearest = 9

    /// The number of columns of *nearest*, *spread* and *random nearest*.
    public static let radix = 5
    /// The probability of an edge of *random nearest*.
    public static let fraction = 0.25

    /// For people.
    public var name: String {
        switch self {
        case .noCommunication: "no communication"
        case .fft: "FFT"
        case .allToAll: "all-to-all"
        case .randomNearest: "random nearest"
        case .trivial, .stencil, .sweep, .tree, .nearest, .spread: "\(self)"
        }
    }

    /// The graph.
    ///
    /// - Precondition: `width` and `steps` are positive.
    /// - Complexity: O(tasks and edges).
    public func graph(width: Int, steps: Int) -> StepGraph {
        precondition(width > 0 && steps > 0, "a graph has a column and a step")
        var random = Xoshiro256(seed: Self.seed)
        var dependencies: [[Int]] = []
        var ranges: [Range<Int>] = []
        // The first task of the step before, and the columns that have one.
        var (before, columnsBefore) = (0, 0..<0)
        for step in 0..<steps {
            let columns = columns(ofStep: step, width: width, steps: steps)
            let first = dependencies.count
            for column in columns {
                let wanted =
                    step == 0 ? [] : self.dependencies(of: column, step: step, width: width, using: &random)
                dependencies.append(
                    Set(wanted).intersection(columnsBefore).sorted().map {
                        before + $0 - columnsBefore.lowerBound
                    })
            }
            ranges.append(first..<dependencies.count)
            (before, columnsBefore) = (first, columns)
        }
        return StepGraph(graph: DependencyGraph(dependencies), steps: ranges)
    }

    /// The same for every run, so that a case is the same graph everywhere.
    private static let seed: UInt64 = 2020

    /// The columns that have a task in a step.
    private func columns(ofStep step: Int, width: Int, steps: Int) -> Range<Int> {
        switch self {
        case .sweep:
            let first = max(0, step + width - steps)
            return first..<first + min(width, step + 1, steps - step)
        case .tree: return 0..<(step < Int.bitWidth - 2 ? min(width, 1 << step) : width)
        default: return 0..<width
        }
    }

    /// The columns of the step before; some may not exist.
    private func dependencies(
        of column: Int, step: Int, width: Int, using random: inout Xoshiro256
    ) -> [Int] {
        switch self {
        case .trivial: return []
        case .noCommunication: return [column]
        case .stencil: return [column - 1, column, column + 1]
        case .sweep: return [column - 1, column]
        case .tree: return [column / 2]
        case .fft:
            // As many distances as it takes to reach every column.
            let distances = max(1, Int.bitWidth - (width - 1).leadingZeroBitCount)
            let distance = 1 << ((step - 1) % distances)
            return [column - distance, column, column + distance]
        case .allToAll: return Array(0..<width)
        case .nearest: return Self.nearest(column)
        case .spread:
            let count = min(Self.radix, width)
            // A longer period would lead back to the same columns.
            let shift = step % min(3, (width + count - 1) / count)
            return (0..<count).map { (column + $0 * width / count + ($0 > 0 ? shift : 0)) % width }
        case .randomNearest:
            return Self.nearest(column).filter { random.nextUnit() < Self.fraction || $0 == column }
        }
    }

    private static func nearest(_ column: Int) -> [Int] {
        Array(column - radix / 2...column + (radix - 1) / 2)
    }
}

/// A graph whose tasks belong to steps: each depends on tasks of the step before alone.
public struct StepGraph: Hashable, Sendable {
    public let graph: DependencyGraph
    /// The tasks of each step.
    public let steps: [Range<Int>]
}
