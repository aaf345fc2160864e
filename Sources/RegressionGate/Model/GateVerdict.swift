/// What the gate says, of one comparison or of all.
public enum GateVerdict: String, Codable, CaseIterable, Hashable, Sendable {
    /// The head is worse, beyond chance and beyond what is tolerated.
    case regressed
    /// It can't be told: something kept the comparison from being worth anything.
    case inconclusive
    /// The head is better, beyond chance and beyond what is tolerated.
    case improved
    /// The head isn't worse by more than is tolerated.
    case passed

    /// What several say together: the gravest of them.
    public static func overall(_ verdicts: some Sequence<GateVerdict>) -> GateVerdict {
        let verdicts = Set(verdicts)
        return allCases.first(where: verdicts.contains) ?? .inconclusive
    }
}
