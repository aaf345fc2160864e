public import RegressionGate

/// A report together with what it is about: which programs were compared, where and when.
public struct GateRecord: Hashable, Codable, Sendable {
    /// Of gate-report.json; raised when what stands there changes its meaning.
    public static let currentFormat = 1

    public let format: Int
    /// What the report says, so that a reader of the file needn't work it out.
    public let verdict: GateVerdict
    /// The programs, as they were named.
    public let base: String
    public let head: String
    public let machine: MachineDescription
    /// When it ended: UTC, ISO 8601.
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
