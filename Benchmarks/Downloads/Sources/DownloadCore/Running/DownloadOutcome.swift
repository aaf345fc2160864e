/// What came of a download.
public typealias DownloadOutcome = Result<DownloadedFile, DownloadError>
