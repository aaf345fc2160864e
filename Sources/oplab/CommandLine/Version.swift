private import LinuxPlatform
private import QueueConformance
private import Reporting

/// Which oplab this is.
enum Version {
    /// As in CHANGELOG.md.
    static let number = "0.1.0"

    /// As in "oplab 0.1.0, commit 9fceb02, rules 1.0".
    ///
    /// The commit is that of the working tree in which the program was built and lies; "unknown" elsewhere.
    static func text() async throws -> String {
        let commit = try await commit(of: OwnExecutable.path()) ?? "unknown"
        return "oplab \(number), commit \(commit), rules \(RuleBook.version)\n"
    }

    private static func commit(of program: String) async -> String? {
        // A program that was copied lies in somebody else's tree, or in none.
        guard let tree = await BenchProvenance.workingTree(of: program),
            access("\(tree)/Sources/oplab/Oplab.swift", F_OK) == 0
        else { return nil }
        return await BenchProvenance.commit(of: program)
    }
}
