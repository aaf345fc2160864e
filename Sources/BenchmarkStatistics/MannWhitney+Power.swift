extension MannWhitney {
    /// The smallest p-value that samples of these sizes can give without ties: all of one below all of the other.
    /// One of two out of all ways to choose which values are the first sample's.
    ///
    /// - Precondition: Both are positive.
    /// - Complexity: O(smaller of both).
    public static func smallestPValue(_ first: Int, _ second: Int) -> Double {
        precondition(first > 0 && second > 0, "a sample has one or more values")
        var ways = 1.0
        for step in 1...min(first, second) {
            ways *= Double(first + second - step + 1) / Double(step)
        }
        return min(1, 2 / ways)
    }
}
