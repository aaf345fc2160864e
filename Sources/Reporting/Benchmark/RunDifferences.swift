internal import QueueBenchmarking

/// Lists the differences between two runs besides their queues, which limit what a comparison shows.
struct RunDifferences {
    /// One sentence for each difference.
    let sentences: [String]

    init(_ first: RunFolder, _ second: RunFolder) {
        let (one, two) = (first.manifest, second.manifest)
        let facts: [(name: String, first: String, second: String)] = [
            (
                "machine", "\(one.machine.host), \(one.machine.phrase)",
                "\(two.machine.host), \(two.machine.phrase)"
            ),
            ("toolchain", Self.text(one.toolchain), Self.text(two.toolchain)),
            ("commit", one.commit ?? "unknown", two.commit ?? "unknown"),
            ("allocator", Self.text(one.allocator), Self.text(two.allocator)),
            (
                "profile", "\(one.profile.name), \(one.profile.rounds) rounds",
                "\(two.profile.name), \(two.profile.rounds) rounds"
            ),
        ]
        let same = first.path == second.path
        let different = facts.filter { $0.first != $0.second }
        // Two runs of one commit with changes can be of two programs.
        let isUncertain = !same && one.commit == two.commit && (one.commit?.hasSuffix("-dirty") ?? true)
        let alike = facts.map(\.name).filter { !isUncertain || $0 != "commit" }
        var sentences = [
            different.isEmpty
                ? "Comparability: \(alike.dropLast().joined(separator: ", ")) and \(alike.last ?? "") are the same; "
                    + (isUncertain
                        ? Self.uncertainty(one.commit) : "only the time of the runs differs.")
                : "Comparability: the runs differ in "
                    + different.map { "\($0.name) (\($0.first) → \($0.second))" }.joined(separator: ", ")
                    + "; the ratios include all these differences."
        ]
        if one.allocator != two.allocator {
            sentences.append(
                "WARNING: the allocators differ. Measurements with different allocators can't be compared, not even "
                    + "as ratios: measure again with the same allocator.")
        }
        self.sentences =
            sentences
            + (same ? [first] : [first, second]).flatMap { RunDoubts.sentences($0.manifest, of: $0.path) }
    }

    private static func uncertainty(_ commit: String?) -> String {
        (commit == nil ? "both commits are unknown" : "both have uncommitted changes to one commit")
            + ", so the programs may differ, besides the time of the runs."
    }

    private static func text(_ toolchain: Toolchain) -> String {
        "\(toolchain.swift ?? "unknown"), \(toolchain.configuration)"
    }

    private static func text(_ allocator: Allocator) -> String {
        ([allocator.name] + [allocator.version].compactMap(\.self)).joined(separator: " ")
    }
}
