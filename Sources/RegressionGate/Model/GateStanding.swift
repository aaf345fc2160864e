/// What a comparison means for the verdict as a whole, the gravest first.
public enum GateStanding: String, CaseIterable, Hashable, Sendable {
    case regressed, inconclusive, improved
    /// The head is worse, and that is known and allowed for a while.
    case allowed
    /// Whatever it found, it decides nothing.
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

    /// Whether it makes the verdict what it is, or is the news that somebody waits for.
    public var isNews: Bool {
        switch self {
        case .regressed, .inconclusive, .improved: true
        case .allowed, .advisory, .passed: false
        }
    }
}
