/// All rules that the suite checks.
public enum RuleBook {
    /// The rules, family by family, in the order of their numbers.
    public static let all: [Rule] = []
}
