internal import RegressionGate
internal import Reporting
private import TextFormats

/// The folder that a gate writes its results to: each run at once, the report at the end.
struct GateOutput: Sendable {
    static let summaryName = "gate-summary.md"

    private let folder: OutputFolder
    private let runs: GateRunsCSV

    /// - Throws: ``UsageError`` if the folder contains results of a gate, or can't be written.
    init(_ path: String) throws {
        folder = try OutputFolder(
            preparing: path,
            without: [
                GateRunsCSV.fileName, GateJSON.fileName, GateJUnit.fileName, Self.summaryName,
                GateWhy.fileName, ExplanationFile.fileName,
            ])
        let file = folder.file(GateRunsCSV.fileName)
        runs = try UsageError.onFileError { try GateRunsCSV(creating: file) }
    }

    func append(_ run: GateRun) throws { try runs.append(run) }

    /// Removes the file of runs that hasn't any: the same command, corrected, can have this folder.
    func removeIfEmpty() { OutputFile.removeIfEmpty(folder.file(GateRunsCSV.fileName)) }

    /// Writes why something has regressed.
    ///
    /// - Parameter file: What the page shows; nil if it wasn't found out.
    func write(why text: String, _ file: ExplanationFile?) throws {
        try AtomicFile.create(folder.file(GateWhy.fileName), text)
        try file?.create(folder.file(ExplanationFile.fileName))
    }

    /// Writes the report.
    func write(_ record: GateRecord, reproduction: String) throws {
        try AtomicFile.create(folder.file(GateJSON.fileName), try GateJSON.text(record))
        try AtomicFile.create(folder.file(GateJUnit.fileName), GateJUnit.text(record.report))
        try AtomicFile.create(
            folder.file(Self.summaryName), GateMarkdown.text(record, reproduction: reproduction))
    }
}
