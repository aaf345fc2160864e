/// What makes a run special. It is told, and the run is kept.
public enum RunFlag: String, Codable, CaseIterable, Hashable, Sendable {
    /// The queue did not keep up with the load: its latencies grow with the length of the run.
    case overloaded
    /// The warm-up was still getting faster when it was ended.
    case unsettled
}
