/// Which operations of a producer depend on which: a pattern that repeats, or recorded dependencies.
///
/// An operation of a pattern depends only on some that the same producer has added at most `reach` operations before. So
/// an operation can be forgotten soon.
public enum WorkloadDependencies: Sendable {
    case none
    /// Sequences of `length`, each of which runs one after the other.
    case chain(length: Int)
    /// One, `width` that depend on it, and one that depends on all of those.
    case fan(width: Int)
    /// Trees whose operations depend on their parent.
    case tree(children: Int, levels: Int)
    /// Each depends on all of the row of `width` before it; a new group begins after `depth` rows.
    case layers(width: Int, depth: Int)
    /// Each depends on its place and the two beside it in the row before; a new group begins after `depth` rows.
    case stencil(width: Int, depth: Int)
    /// Each depends on up to `degree` of the `window` before it.
    case random(degree: Int, window: Int)
    /// `leaves` that depend on nothing, and then a chain of `length`.
    case path(leaves: Int, length: Int)
    /// Any operation may depend on any other.
    case recorded(DependencyGraph)

    var isRecorded: Bool {
        if case .recorded = self { true } else { false }
    }

    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    /// How far before an operation those are added, at most, that it depends on.
    var reach: Int {
        switch self {
        case .none, .recorded: 0
        case .chain, .path: 1
        case .fan(let width): width + 1
        case .tree(let children, let levels): Self.treeSize(children, levels)
        case .layers(let width, _): 2 * width
        case .stencil(let width, _): width + 1
        case .random(_, let window): window
        }
    }

    /// The number of operations of a tree; no more than `most` are counted.
    static func treeSize(_ children: Int, _ levels: Int, upTo most: Int = .max) -> Int {
        var (size, level) = (0, 1)
        for _ in 0..<levels {
            size += level
            if size >= most { return most }
            level *= children
        }
        return size
    }

    /// Calls `body` with each operation that operation `index` of a producer depends on.
    ///
    /// - Parameters:
    ///   - first: The number of the producer's first operation.
    ///   - seed: The seed of the workload.
    ///   - body: Called with indices among the producer's operations.
    func forEach(of index: Int, from first: Int, seed: UInt64, _ body: (Int) -> Void) {
        switch self {
        case .none: break
        case .chain(let length):
            if index % length > 0 { body(index - 1) }
        case .path(let leaves, let length):
            if index % (leaves + length) > leaves { body(index - 1) }
        case .fan(let width):
            let place = index % (width + 2)
            let start = index - place
            if place == width + 1 {
                for other in start + 1..<index { body(other) }
            } else if place > 0 {
                body(start)
            }
        case .tree(let children, let levels):
            let place = index % Self.treeSize(children, levels)
            if place > 0 { body(index - place + (place - 1) / children) }
        case .layers(let width, let depth):
            let place = index % (width * depth)
            guard place >= width else { break }
            let row = index - place % width - width
            for other in row..<row + width { body(other) }
        case .stencil(let width, let depth):
            let place = index % (width * depth)
            guard place >= width else { break }
            let column = place % width
            for other in max(0, column - 1)...min(width - 1, column + 1) {
                body(index - width - column + other)
            }
        case .random(let degree, let window):
            Self.forEachRandom(
                of: index, degree, window, WorkloadRandom(seed, .dependencies, first + index), body)
        case .recorded(let graph):
            for other in graph.dependencies(of: index) { body(other) }
        }
    }

    /// Draws with replacement and drops repetitions: without a set, for the few that there are.
    private static func forEachRandom(
        of index: Int, _ degree: Int, _ window: Int, _ random: WorkloadRandom, _ body: (Int) -> Void
    ) {
        let span = min(index, window)
        if span == 0 { return }
        func drawn(_ position: Int) -> Int {
            var random = random
            var distance = 0
            for _ in 0...position { distance = 1 + random.next(below: span) }
            return distance
        }
        for position in 0..<degree {
            let distance = drawn(position)
            if (0..<position).contains(where: { drawn($0) == distance }) { continue }
            body(index - distance)
        }
    }
}
