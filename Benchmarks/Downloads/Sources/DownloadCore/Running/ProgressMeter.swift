internal import ConcurrencyPrimitives

/// Knows how far a download has come. It can be asked at any time, and tells one that wants to know of each step.
///
/// Thread-safe.
public final class ProgressMeter: Sendable {
    /// Called after each step, one call at a time, by the thread that receives the bytes: it delays them.
    public typealias Handler = @Sendable (DownloadProgress) -> Void

    private let state = Mutex(DownloadProgress())
    private let handler: Handler?

    /// - Parameter handler: Called after each step; nil if nobody is.
    public init(_ handler: Handler? = nil) { self.handler = handler }

    /// How far it has come. A snapshot.
    public var progress: DownloadProgress { state.withLock { $0 } }

    /// Called by whoever makes the steps, one at a time.
    package func update(_ change: (inout DownloadProgress) -> Void) {
        let progress = state.withLock { progress in
            change(&progress)
            return progress
        }
        handler?(progress)
    }
}
