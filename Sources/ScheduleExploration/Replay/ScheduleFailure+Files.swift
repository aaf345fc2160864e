private import RandomNumbers
private import TextFormats

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
    /// scenario's name and of what is written. So only files that are equal are replaced.
    ///
    /// - Returns: The path of the page.
    /// - Throws: What the system says of a file that can't be written.
    @discardableResult
    public func write(of scenario: String, to folder: String) throws -> String {
        try Folder.make(folder)
        let page = page(of: scenario)
        let words = scenario.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
        let name = "\(words.suffix(80))-\(String(FNV1a(page).digest, radix: 16))".drop { $0 == "-" }
        try AtomicFile.replace("\(folder)/\(name).html", page)
        try AtomicFile.replace("\(folder)/\(name).trace.json", try trace(of: scenario))
        return "\(folder)/\(name).html"
    }
}
