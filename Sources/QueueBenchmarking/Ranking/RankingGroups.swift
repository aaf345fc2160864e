/// Letters for queues: two have a letter in common if they can't be told apart.
///
/// Piepho: *An algorithm for a letter-based representation of all-pairwise comparisons*, Journal of Computational and
/// Graphical Statistics 13(2), 2004: each pair that is told apart splits the groups that hold both, and a group within another
/// is dropped.
public enum RankingGroups {
    /// - Parameters:
    ///   - subjects: The queues, the best first. The best has the letter "a".
    ///   - differ: Whether two are told apart.
    public static func letters(
        _ subjects: [SubjectID], _ differ: (SubjectID, SubjectID) -> Bool
    ) -> [SubjectID: String] {
        var groups = [Set(subjects.indices)]
        for first in subjects.indices {
            for second in subjects.indices where second > first && differ(subjects[first], subjects[second]) {
                groups = groups.flatMap { group in
                    group.isSuperset(of: [first, second])
                        ? [group.subtracting([second]), group.subtracting([first])] : [group]
                }
                groups = groups.enumerated().filter { index, group in
                    !groups.enumerated().contains { other, larger in
                        group.isStrictSubset(of: larger) || (group == larger && other < index)
                    }
                }.map(\.element)
            }
        }
        groups.sort { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
        var letters = Dictionary(uniqueKeysWithValues: subjects.map { ($0, "") })
        for (number, group) in groups.enumerated() {
            for index in group { letters[subjects[index], default: ""] += letter(number) }
        }
        return letters
    }

    /// "a" to "z", and numbers after that.
    private static func letter(_ number: Int) -> String {
        number < 26 ? String(UnicodeScalar(UInt8(ascii: "a") + UInt8(number))) : "(\(number + 1))"
    }
}
