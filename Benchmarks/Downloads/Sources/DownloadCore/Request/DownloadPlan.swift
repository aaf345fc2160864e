public import AdvancedOperations

/// All that a download is made of, whichever operation runs it.
public struct DownloadPlan: Sendable {
    /// What is downloaded.
    public var request: DownloadRequest
    /// Where to.
    public var folder: DownloadFolder
    /// How.
    public var settings: DownloadSettings
    /// Knows how far it has come.
    public var meter: ProgressMeter
    /// Measures the timeouts, and the pauses between attempts.
    public var clock: any OperationClock

    /// - Parameters:
    ///   - request: What is downloaded.
    ///   - folder: Where to.
    ///   - settings: How.
    ///   - meter: Knows how far it has come.
    ///   - clock: Measures the timeouts, and the pauses between attempts.
    public init(
        _ request: DownloadRequest, into folder: DownloadFolder,
        settings: DownloadSettings = DownloadSettings(), meter: ProgressMeter = ProgressMeter(),
        clock: any OperationClock = MonotonicOperationClock()
    ) {
        self.request = request
        self.folder = folder
        self.settings = settings
        self.meter = meter
        self.clock = clock
    }

    /// An error of this download.
    public func error(_ reason: DownloadError.Reason, partial: PartialFileNote? = nil) -> DownloadError {
        DownloadError(reason, url: request.text, partial: partial)
    }

    /// The error of what a client says.
    public func error(_ failure: TransferFailure) -> DownloadError { error(failure.reason) }
}
