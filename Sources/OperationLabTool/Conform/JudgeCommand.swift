internal import ArgumentParser
private import QueueConformance
private import QueueSubjects
private import TextFormats

/// The child of `oplab conform`: judges one case of a rule.
struct JudgeCommand: ChildCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Tries one case of one rule in this process, for '\(toolName) conform'.",
        shouldDisplay: false)

    /// A `JudgeRequest`.
    @Argument(parsing: .captureForPassthrough) var request: [String]

    func run() async throws {
        await ChildJudge.serve(request) { OperationLabTool.subjects.conformanceSubject($0) }
    }
}
