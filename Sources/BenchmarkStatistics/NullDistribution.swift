/// What the statistic of a rank test was compared with.
public enum NullDistribution: String, Codable, Hashable, Sendable {
    /// The exact distribution of ranks that all differ.
    case exact
    /// The exact distribution given which values are equal: every way to deal out the shared ranks was counted.
    case exactGivenTies
    /// The normal distribution, corrected for ties and for continuity: the samples are large.
    case asymptotic
}
