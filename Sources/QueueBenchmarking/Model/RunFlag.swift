/// Marks an unusual run. The run still counts.
public enum RunFlag: String, Codable, CaseIterable, Hashable, Sendable {
    /// The queue did not keep up with the load: its latencies grow with the length of the run.
    case overloaded
    /// Runs were still getting faster when the warm-up ended.
    case unsettled
}
