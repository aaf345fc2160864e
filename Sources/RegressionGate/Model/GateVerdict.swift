/// The verdict of one comparison, or of all.
public enum GateVerdict: String, Codable, CaseIterable, Hashable, Sendable {
    /// The head is significantly worse, by more than is tolerated.
    case regressed
    /// The comparison could not be decided.
    case inconclusive
    /// The head is significantly better, by more than is tolerated.
    case improved
    /// The head isn't worse by more than is tolerated.
    case passed

    /// The overall verdict of several: the most serious.
    public static func overall(_ verdicts: some Sequence<GateVerdict>) -> GateVerdict {
        let verdicts = Set(verdicts)
        return allCases.first(where: verdicts.contains) ?? .inconclusive
    }
}
