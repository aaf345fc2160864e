private import LinuxPlatform
private import QueueConformance
private import QueueSubjects
private import Reporting

/// The version of the tool.
enum Version {
    /// The number in CHANGELOG.md.
    static let number = "0.1.0"

    /// For example "oplab 0.1.0, commit 9fceb02, rules 1.0".
    ///
    /// The commit is that of the working tree in which the program was built and lies; "unknown" elsewhere. A tool with
    /// queues of its own has a version of its own, if any, and names only what it is built with.
    static func text() async throws -> String {
        if OperationLabTool.subjects.hasOwn {
            return "\(toolName), built with OperationLab \(number), rules \(RuleBook.version)\n"
        }
        let commit = try await commit(of: OwnExecutable.path()) ?? "unknown"
        return "oplab \(number), commit \(commit), rules \(RuleBook.version)\n"
    }

    private static func commit(of program: String) async -> String? {
        // A copied program may lie in an unrelated tree, or in none.
        guard let tree = await BenchProvenance.workingTree(of: program),
            access("\(tree)/Sources/oplab/Oplab.swift", F_OK) == 0
        else { return nil }
        return await BenchProvenance.commit(of: program)
    }
}
