internal import QueueBenchmarking

/// In what two runs differ besides their queues, and so what it is worth to compare them.
struct RunDifferences {
    /// A sentence each.
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
        let different = facts.filter { $0.first != $0.second }
        var sentences = [
            different.isEmpty
                ? "What this is worth: machine, toolchain, commit, allocator and profile are the same; what "
                    + "differs is when the runs took place."
                : "What this is worth: the runs differ in "
                    + different.map { "\($0.name) (\($0.first) → \($0.second))" }.joined(separator: ", ")
                    + "; the ratios tell of all that at once."
        ]
        if one.allocator != two.allocator {
            sentences.append(
                "WARNING: the allocators differ. What is measured under different allocators can't be "
                    + "compared, not even as ratios: measure again with the same.")
        }
        let same = first.path == second.path
        self.sentences =
            sentences
            + (same ? [first] : [first, second]).flatMap { RunDoubts.sentences($0.manifest, of: $0.path) }
    }

    private static func text(_ toolchain: Toolchain) -> String {
        "\(toolchain.swift ?? "unknown"), \(toolchain.configuration)"
    }

    private static func text(_ allocator: Allocator) -> String {
        ([allocator.name] + [allocator.version].compactMap(\.self)).joined(separator: " ")
    }
}
