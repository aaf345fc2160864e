public import RegressionGate

/// A report together with its programs, date and machine.
public struct GateRecord: Hashable, Codable, Sendable {
    /// The format of gate-report.json; raised when the meaning of a member changes.
    public static let currentFormat = 1

    public let format: Int
    /// The verdict of the report, for readers of the file.
    public let verdict: GateVerdict
    /// The programs as the user named them.
    public let base: String
    public let head: String
    public let machine: MachineDescription
    /// The time of the end: UTC, ISO 8601.
    public let date: String
    public let report: GateReport

    public init(
        _ report: GateReport, base: String, head: String, machine: MachineDescription, date: String
    ) {
        format = Self.currentFormat
        verdict = report.verdict
        self.base = base
        self.head = head
        self.machine = machine
        self.date = date
        self.report = report
    }
}
