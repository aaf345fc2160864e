public import BenchmarkStatistics

/// A place in a series where it changes, and by how much.
public struct ChangePoint: Hashable, Sendable {
    /// The index of the first value after the change.
    public let index: Int
    /// The p-value of the test at which it was found.
    public let pValue: Double
    /// The values between this change and the next, minus those between the one before and this.
    ///
    /// The interval takes the place as given. It was chosen where the difference is greatest, so the size of a change that is
    /// barely found is exaggerated.
    public let shift: Estimate

    /// The change points of a series, with their sizes.
    ///
    /// - Complexity: That of ``EDivisive/divide(_:at:)``.
    public static func all(in values: [Double], _ outcome: EDivisive.Outcome) -> [ChangePoint] {
        let ends = [0] + outcome.divisions.map(\.index) + [values.count]
        return outcome.divisions.enumerated().map { number, division in
            let before = Array(values[ends[number]..<division.index])
            let after = Array(values[division.index..<ends[number + 2]])
            return ChangePoint(
                index: division.index, pValue: division.pValue, shift: Shift.estimate(from: before, to: after)
            )
        }
    }
}
