internal import LinuxPlatform
private import RandomNumbers
internal import TextFormats

extension ScheduleFailure {
    /// One page of HTML with the failure and its steps, in a column for each thread or task.
    ///
    /// - Parameter scenario: The name of what was explored.
    public func page(of scenario: String) -> String { FailurePage(scenario: scenario, failure: self).text }

    /// The steps in Chrome's trace event format, for chrome://tracing and Perfetto.
    ///
    /// - Parameter scenario: The name of what was explored.
    /// - Throws: An error of the encoder.
    public func trace(of scenario: String) throws -> String {
        try FailureTrace(scenario: scenario, failure: self).text()
    }

    /// Writes both into a folder, which is made if it isn't there: `NAME.html` and `NAME.trace.json`, where NAME is made of the
    /// scenario's name and the token. Files of the same name are replaced: they hold the same schedule.
    ///
    /// - Returns: The path of the page.
    /// - Throws: What the system says of a file that can't be written.
    @discardableResult
    public func write(of scenario: String, to folder: String) throws -> String {
        if mkdir(folder, 0o777) != 0, errno != EEXIST { throw FileError.last("create", folder) }
        let words = scenario.split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
        let digest = String(FNV1a("\(scenario) \(token)").digest, radix: 16)
        let path = "\(folder)/\(words.suffix(80))-\(digest)"
        try AtomicFile.replace("\(path).html", page(of: scenario))
        try AtomicFile.replace("\(path).trace.json", try trace(of: scenario))
        return "\(path).html"
    }
}
