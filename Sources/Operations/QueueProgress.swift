/// How far a queue has come: a unit for each operation that was at its end when its `main` returned, counted from when a
/// total was set.
///
/// Operations that override `start` contribute nothing, nor do those that were cancelled before they ran.
///
/// Verified by rules 11.5 and 11.12.
public struct QueueProgress: Hashable, Sendable {
    /// How much there is to do. Nothing is counted while it is 0.
    public var totalUnitCount: Int64
    /// How much is done.
    public private(set) var completedUnitCount: Int64

    /// A queue's progress; with a total of 0, the default, nothing is counted.
    public init(totalUnitCount: Int64 = 0, completedUnitCount: Int64 = 0) {
        self.totalUnitCount = totalUnitCount
        self.completedUnitCount = completedUnitCount
    }

    /// What is done of the whole, from 0; above 1 if more was done than was said.
    public var fractionCompleted: Double {
        totalUnitCount > 0 ? Double(completedUnitCount) / Double(totalUnitCount) : 0
    }

    /// Counts an operation. False if nothing is counted.
    package mutating func countOne() -> Bool {
        if totalUnitCount <= 0 { return false }
        completedUnitCount += 1
        return true
    }
}
