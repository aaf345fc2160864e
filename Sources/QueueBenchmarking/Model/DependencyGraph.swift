/// The dependencies between operations, which are numbered in the order of adding.
public struct DependencyGraph: Hashable, Sendable {
    /// The index in ``targets`` at which the dependencies of each operation begin; the last entry is their end.
    @usableFromInline let offsets: [Int]
    @usableFromInline let targets: [Int]

    /// - Precondition: No number is out of range. A scenario also needs that there is no cycle.
    public init(_ dependencies: [[Int]]) {
        var offsets = [0]
        for each in dependencies { offsets.append(offsets[offsets.count - 1] + each.count) }
        self.offsets = offsets
        targets = dependencies.flatMap(\.self)
        precondition(targets.allSatisfy(dependencies.indices.contains), "a dependency that doesn't exist")
    }

    @inlinable public var count: Int { offsets.count - 1 }

    /// The operations that operation `index` depends on.
    @inlinable public func dependencies(of index: Int) -> ArraySlice<Int> {
        targets[offsets[index]..<offsets[index + 1]]
    }

    /// The members of a cycle, each of which depends on the next, and the last on the first; nil if there is none.
    ///
    /// Depth-first search with an explicit stack (Cormen et al., *Introduction to Algorithms*, 20.3).
    ///
    /// - Complexity: O(operations and dependencies).
    var cycle: [Int]? {
        /// The place in the path of each operation that is in it; −1 if it was left, −2 if it wasn't reached yet.
        var places = [Int](repeating: -2, count: count)
        for start in 0..<count where places[start] == -2 {
            var path = [(operation: start, next: offsets[start])]
            places[start] = 0
            while let (operation, next) = path.last {
                guard next < offsets[operation + 1] else {
                    places[operation] = -1
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let dependency = targets[next]
                if places[dependency] >= 0 { return path[places[dependency]...].map(\.operation) }
                if places[dependency] == -1 { continue }
                places[dependency] = path.count
                path.append((dependency, offsets[dependency]))
            }
        }
        return nil
    }

    // MARK: Patterns

    /// Each operation depends on the one before.
    public static func chain(_ count: Int) -> DependencyGraph {
        DependencyGraph((0..<count).map { $0 == 0 ? [] : [$0 - 1] })
    }

    /// Each operation depends on the one added after it, so they finish in reverse order.
    public static func reversedChain(_ count: Int) -> DependencyGraph {
        DependencyGraph((0..<count).map { $0 == count - 1 ? [] : [$0 + 1] })
    }

    /// One operation, `width` that depend on it, and one that depends on all of those.
    public static func fan(_ width: Int) -> DependencyGraph {
        DependencyGraph([[]] + Array(repeating: [0], count: width) + [Array(1..<(width + 1))])
    }

    /// Rows of `width` operations; each depends on its left and right neighbour in the row before, or on the only
    /// neighbour at an edge.
    public static func wavefront(width: Int, depth: Int) -> DependencyGraph {
        DependencyGraph(
            (0..<(width * depth)).map { index in
                let (row, column) = index.quotientAndRemainder(dividingBy: width)
                if row == 0 { return [] }
                // Each row is shifted by half a column.
                let left = row.isMultiple(of: 2) ? column - 1 : column
                return [left, left + 1].filter((0..<width).contains).map { (row - 1) * width + $0 }
            })
    }
}
