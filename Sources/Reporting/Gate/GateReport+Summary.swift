public import RegressionGate

extension GateReport {
    /// The lines with some standings, the most serious first.
    public func lines(_ standings: Set<GateStanding>) -> [GateLine] {
        func order(_ line: GateLine) -> (Int, Int) {
            let standing = GateStanding.allCases.firstIndex(of: GateStanding(line)) ?? 0
            return (standing, GateTier.allCases.firstIndex(of: line.tier) ?? 0)
        }
        return lines.enumerated().filter { standings.contains(GateStanding($0.element)) }
            .sorted { first, second in
                let (one, other) = (order(first.element), order(second.element))
                return one == other ? first.offset < second.offset : one < other
            }.map(\.element)
    }

    /// The reason for the verdict, in a sentence.
    public var sentence: String {
        (isInterrupted ? "Interrupted; this is what is known so far. " : "") + finding
    }

    private var finding: String {
        let deciding = lines.count { $0.decisive != nil }
        guard deciding > 0 else { return "No comparison counts towards the verdict." }
        let comparisons = "of \(deciding) comparison\(deciding == 1 ? "" : "s")"
        switch verdict {
        case .regressed:
            let found = lines([.regressed])
            return "The head is worse in \(found.count) \(comparisons)"
                + Self.example(found, "the most serious")
        case .inconclusive:
            let found = lines([.inconclusive])
            if found.isEmpty { return "None \(comparisons) that were made shows the head to be worse." }
            return "Undecided in \(found.count) \(comparisons)"
                + Self.example(found, "the first")
        case .improved:
            return "The head is better in \(lines([.improved]).count) \(comparisons), and worse in none"
                + allowedPart + "."
        case .passed:
            return "None \(comparisons) shows the head to be worse by more than is tolerated" + allowedPart
                + "."
        }
    }

    private var allowedPart: String {
        let allowed = lines([.allowed]).count
        return allowed == 0 ? "" : ", except \(allowed) that \(allowed == 1 ? "is" : "are") allowed"
    }

    private static func example(_ lines: [GateLine], _ which: String) -> String {
        guard let first = lines.first else { return "." }
        return (lines.count > 1 ? "; \(which): " : ": ") + GateText.sentence(first) + "."
    }
}
