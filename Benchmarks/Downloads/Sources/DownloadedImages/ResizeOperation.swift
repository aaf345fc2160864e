public import AdvancedOperations
internal import ConcurrencyPrimitives
internal import DownloadCore
public import DownloadOperations
internal import Operations

/// Makes a small image of one that is downloaded: decodes it, resizes it, and writes it beside the download.
///
/// It depends on the download, is cancelled with it, and doesn't run if there is no file. Add it to another queue than the
/// download, with as many slots as there are processors: it computes, and the download waits.
///
/// ```swift
/// let resize = ResizeOperation(of: download, longestSide: 200)
/// downloads.addOperation(download)
/// images.addOperation(resize)
/// ```
///
/// Thread-safe.
///
/// - Note: `@unchecked` because its superclass is; its own fields are constants, and each is `Sendable`.
public final class ResizeOperation: AdvancedOperation, @unchecked Sendable {
    private let download: DownloadOperation
    private let longestSide: Int
    private let mostPixels: Int
    private let made = Promise<Result<String, any Error>>()

    /// - Parameters:
    ///   - download: Of the image.
    ///   - longestSide: How long its longer side is to be at most, in pixels.
    ///   - mostPixels: How large the image may be that is downloaded.
    public init(of download: DownloadOperation, longestSide: Int, mostPixels: Int = 100_000_000) {
        precondition(longestSide > 0, "an image has a size")
        self.download = download
        self.longestSide = longestSide
        self.mostPixels = mostPixels
        super.init()
        name = "\(longestSide) pixels of \(download.plan.request.text)"
        addDependency(download)
        addCondition(NoCancelledDependencies())
        addCondition(NoFailedDependencies())
        download.addObserver(BlockObserver(cancelHandler: { [weak self] _ in self?.cancel() }))
    }

    /// The path of the image that was made.
    ///
    /// - Throws: `ResultUnavailable` while the operation hasn't finished; otherwise what went wrong.
    public var path: String {
        get throws {
            guard isFinished else { throw ResultUnavailable.notFinished }
            if let made = made.current { return try made.get() }
            throw aggregateError ?? ResultUnavailable.cancelled
        }
    }

    public override func main() {
        do {
            made.fulfill(.success(try resize()))
        } catch {
            made.fulfill(.failure(error))
            finish(errors: [error])
        }
    }

    private func resize() throws -> String {
        let file = try download.file
        let folder = download.plan.folder
        let image = try Image(decoding: try folder.read(file.name), mostPixels: mostPixels)
        try checkCancellation()
        let small = try image.scaled(longestSide: longestSide)
        try checkCancellation()
        let bytes = try small.encoded()
        try checkCancellation()
        let base = file.name.lastIndex(of: ".").map { file.name[..<$0] } ?? file.name[...]
        let name = SafeFileName("\(base)-\(longestSide)px.\(small.format == .jpeg ? "jpg" : "png")")
        return folder.path(of: try bytes.withUnsafeBytes { try folder.store($0, as: name) })
    }

    /// The library isn't interrupted, but for between its steps.
    private func checkCancellation() throws { if isCancelled { throw CancellationError() } }
}
