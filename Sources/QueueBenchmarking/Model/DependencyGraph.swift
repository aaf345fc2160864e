/// Which operation waits for which, by number: the operations are added in the order of the numbers.
public struct DependencyGraph: Hashable, Sendable {
    /// Where the dependencies of each operation begin in ``targets``, and behind the last where they end.
    @usableFromInline let offsets: [Int]
    @usableFromInline let targets: [Int]

    /// - Precondition: There is no cycle, and no number is out of range.
    public init(_ dependencies: [[Int]]) {
        var offsets = [0]
        for each in dependencies { offsets.append(offsets[offsets.count - 1] + each.count) }
        self.offsets = offsets
        targets = dependencies.flatMap(\.self)
        precondition(targets.allSatisfy(dependencies.indices.contains), "a dependency that isn't there")
    }

    @inlinable public var count: Int { offsets.count - 1 }

    /// Those that the operation waits for.
    @inlinable public func dependencies(of index: Int) -> ArraySlice<Int> {
        targets[offsets[index]..<offsets[index + 1]]
    }

    // MARK: Patterns

    /// Each waits for the one before.
    public static func chain(_ count: Int) -> DependencyGraph {
        DependencyGraph((0..<count).map { $0 == 0 ? [] : [$0 - 1] })
    }

    /// Each waits for the one that is added after it: they finish in the reverse order of adding.
    public static func reversedChain(_ count: Int) -> DependencyGraph {
        DependencyGraph((0..<count).map { $0 == count - 1 ? [] : [$0 + 1] })
    }

    /// One, `width` that wait for it, and one that waits for all of those.
    public static func fan(_ width: Int) -> DependencyGraph {
        DependencyGraph([[]] + Array(repeating: [0], count: width) + [Array(1..<(width + 1))])
    }

    /// Rows of `width`; each waits for its neighbours to the left and right in the row before, and at the edge
    /// for the one that is there: diamonds, side by side and on top of each other.
    public static func wavefront(width: Int, depth: Int) -> DependencyGraph {
        DependencyGraph(
            (0..<(width * depth)).map { index in
                let (row, column) = index.quotientAndRemainder(dividingBy: width)
                if row == 0 { return [] }
                // Rows are shifted by half a place against each other.
                let left = row.isMultiple(of: 2) ? column - 1 : column
                return [left, left + 1].filter((0..<width).contains).map { (row - 1) * width + $0 }
            })
    }
}
