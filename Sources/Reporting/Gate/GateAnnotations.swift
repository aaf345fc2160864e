public import RegressionGate

/// A report as GitHub's workflow commands, which become annotations of a pull request.
public enum GateAnnotations {
    /// GitHub shows no more of a kind for each step.
    static let most = 10

    private enum Kind: String, CaseIterable {
        case error, warning, notice
    }

    /// One command on each line. Comparisons that passed, and advisory ones without a finding, have none.
    public static func text(_ report: GateReport) -> String {
        var found: [Kind: [(title: String, message: String)]] = [:]
        for line in report.lines(Set(GateStanding.allCases)) {
            guard let (kind, word) = annotation(line) else { continue }
            found[kind, default: []].append(
                ("\(line.tier.rawValue): \(word)", GateText.sentence(line) + allowance(line)))
        }
        return Kind.allCases.map { kind in
            let all = found[kind] ?? []
            if all.count <= most { return all.map { command(kind, $0.title, $0.message) }.joined() }
            return all.prefix(most - 1).map { command(kind, $0.title, $0.message) }.joined()
                + command(kind, "gate", "\(all.count - most + 1) more are in the report")
        }.joined()
    }

    private static func annotation(_ line: GateLine) -> (Kind, word: String)? {
        switch GateStanding(line) {
        case .regressed: (.error, "regressed")
        case .inconclusive: (.warning, "inconclusive")
        case .improved: (.notice, "improved")
        case .allowed: (.notice, "regressed, and allowed")
        case .advisory: line.verdict == .regressed ? (.notice, "regressed, and advisory") : nil
        case .passed: nil
        }
    }

    private static func allowance(_ line: GateLine) -> String {
        GateStanding(line) == .allowed ? "; allowed: \(line.allowance ?? "")" : ""
    }

    private static func command(_ kind: Kind, _ title: String, _ message: String) -> String {
        "::\(kind.rawValue) title=\(escaped(title, isProperty: true))::\(escaped(message, isProperty: false))\n"
    }

    /// Escapes as GitHub's own toolkit does: by scalar, because "\r\n" is one character.
    static func escaped(_ text: String, isProperty: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
