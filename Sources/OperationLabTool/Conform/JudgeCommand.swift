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

    /// Refuses: what is a request is served before the command line is parsed.
    func run() async throws {
        await ChildJudge.serve(request, subject: OperationLabTool.subjects.conformanceSubject)
    }

    /// Judges and ends the process, if that is what its arguments ask for. A conformance run starts hundreds of such processes, and
    /// the parser of all commands takes each of them a tenth of its time.
    static func serveIfRequested(_ arguments: [String]) async {
        guard arguments.first == configuration.commandName,
            let request = try? JudgeRequest(ofProcess: Array(arguments.dropFirst()))
        else { return }
        await ChildJudge.serve(request: request, subject: OperationLabTool.subjects.conformanceSubject)
    }
}
