internal import ArgumentParser
private import ChildProcesses
private import FoundationEssentials
private import QueueExperiments
private import QueueSubjects

/// The child of `oplab experiment`: runs the trials of one experiment on one queue, and writes a line after each.
struct RunExperimentCommand: ChildCommand {
    static let configuration = CommandConfiguration(
        commandName: "run-experiment",
        abstract: "Runs one experiment in this process, for '\(toolName) experiment'.",
        shouldDisplay: false)

    /// An ``ExperimentRequest``, as JSON.
    @Argument var request: String

    func run() async throws {
        let request = try JSONDecoder().decode(ExperimentRequest.self, from: Data(request.utf8))
        guard let experiment = ExperimentBook.all.first(where: { $0.number == request.experiment }) else {
            throw UsageError("there is no experiment \(request.experiment)")
        }
        let subject = try QueueNames.operationSubject(
            QueueNames.subject(request.queue), or: "experimented on")
        let parent = ParentProcess()
        let encoder = JSONEncoder()
        _ = try await experiment.run(on: subject, pace: request.pace) { outcome in
            parent.send([UInt8](try encoder.encode(outcome)))
        }
    }
}
