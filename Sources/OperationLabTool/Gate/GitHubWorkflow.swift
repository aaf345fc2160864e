private import FoundationEssentials
internal import RegressionGate
internal import Reporting
private import TextFormats

/// Publishes results in a GitHub workflow: in the summary of the step, and as annotations.
enum GitHubWorkflow {
    /// Publishes the report of a gate; does nothing outside of a workflow.
    ///
    /// - Throws: `FileError` if the summary can't be appended.
    static func publish(_ record: GateRecord, reproduction: String) throws {
        let environment = ProcessInfo.processInfo.environment
        if let summary = environment["GITHUB_STEP_SUMMARY"], !summary.isEmpty {
            try TextFile.append(summary, GateMarkdown.text(record, reproduction: reproduction))
        }
        // Workflows read standard error too, which leaves standard output to the result.
        if environment["GITHUB_ACTIONS"] == "true" { Terminal.error(GateAnnotations.text(record.report)) }
    }
}
