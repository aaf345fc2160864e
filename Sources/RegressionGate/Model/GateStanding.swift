/// The meaning of a comparison for the overall verdict, the most serious first.
public enum GateStanding: String, CaseIterable, Hashable, Sendable {
    case regressed, inconclusive, improved
    /// The head is worse, which is known and allowed for a while.
    case allowed
    /// Not decisive, whatever it found.
    case advisory
    case passed

    public init(_ line: GateLine) {
        if line.isAdvisory {
            self = .advisory
        } else if line.allowance != nil, line.verdict == .regressed {
            self = .allowed
        } else {
            switch line.verdict {
            case .regressed: self = .regressed
            case .inconclusive: self = .inconclusive
            case .improved: self = .improved
            case .passed: self = .passed
            }
        }
    }

    /// Whether it determines the verdict, or is an improvement that people want to see.
    public var isNews: Bool {
        switch self {
        case .regressed, .inconclusive, .improved: true
        case .allowed, .advisory, .passed: false
        }
    }
}
