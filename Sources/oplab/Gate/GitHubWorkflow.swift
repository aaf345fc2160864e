private import FoundationEssentials
internal import RegressionGate
internal import Reporting
private import TextFormats

/// Where people look who run this in a workflow of GitHub's: the summary of the step, and annotations.
enum GitHubWorkflow {
    /// Tells there what a gate found; does nothing elsewhere.
    ///
    /// - Throws: `FileError` if the summary can't be added to.
    static func tell(_ record: GateRecord, reproduction: String) throws {
        let environment = ProcessInfo.processInfo.environment
        if let summary = environment["GITHUB_STEP_SUMMARY"], !summary.isEmpty {
            try TextFile.append(summary, GateMarkdown.text(record, reproduction: reproduction))
        }
        // On standard error, which workflows read as well, so that the result alone is on the other.
        if environment["GITHUB_ACTIONS"] == "true" { Terminal.error(GateAnnotations.text(record.report)) }
    }
}
