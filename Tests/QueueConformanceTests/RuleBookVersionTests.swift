import QueueConformance
import RandomNumbers
import Testing

/// Results of different rules must not pass for results of the same.
@Suite struct RuleBookVersionTests {
    /// What each version of the rules says, as a digest of their numbers, levels and sentences. Lines are only added.
    private static let digests: [String: String] = [
        "1.0": "a1ca19cc1a2d7dc3",
        "1.1": "74f3ac365b993572",
        "1.2": "9f8225f187d1bda8",
        "1.3": "79997a394fbf6732",
        "1.4": "9e849228b1bf9395",
        "1.5": "487d00595b2e08a3",
        "1.6": "aca4239b3071470b",
        "1.7": "16ff8e79144a1667",
        "1.8": "e23b7b3155fdc98e",
        "1.9": "c2633333341c1c64",
        "1.10": "17671bfb0cc0aee7",
        "1.11": "4d9a2f3541beee69",
        "1.12": "1e23bc30eda47950",
    ]

    @Test func addedOrRewordedRuleNeedsANewVersion() {
        let digest = Self.digest(RuleBook.all)
        let advice =
            Self.digests.values.contains(digest)
            ? "The rules are those of an earlier version: is a new rule named in the list of its family?"
            : """
            The rules aren't those of version \(RuleBook.version) any more. Raise RuleBook.version, add the line \
            "<version>": "\(digest)" to the digests here, and run scripts/rules.
            """
        #expect(Self.digests[RuleBook.version] == digest, "\(advice)")
    }

    @Test func versionsHaveDifferentDigests() {
        #expect(Set(Self.digests.values).count == Self.digests.count)
    }

    @Test func digestDependsOnNumberLevelAndSentence() {
        let rule = Rule("1.1", "A sentence.", sources: [.own]) { _, _ in }
        let others = [
            Rule("1.2", "A sentence.", sources: [.own]) { _, _ in },
            Rule("1.1", "Another sentence.", sources: [.own]) { _, _ in },
            Rule("1.1", "A sentence.", level: .optional, sources: [.own]) { _, _ in },
        ]
        #expect(Set(([rule] + others).map { Self.digest([$0]) }).count == 4)
    }

    @Test func everyRuleIsOfAFamilyThatHasAName() {
        #expect(RuleBook.all.allSatisfy { (1...RuleBook.families.count).contains($0.id.family) })
    }

    private static func digest(_ rules: [Rule]) -> String {
        FNV1a(rules.map { "\($0.id) \($0.level.rawValue) \($0.sentence)\n" }.joined()).text
    }
}
