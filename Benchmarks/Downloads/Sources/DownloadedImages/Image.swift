private import CGD

/// An image in memory, decoded by libgd. Used by one thread.
final class Image {
    private let pointer: gdImagePtr
    let format: ImageHeader.Format

    private static let isSilent: Void = downloads_silence_gd()

    private init(_ pointer: gdImagePtr, _ format: ImageHeader.Format) {
        self.pointer = pointer
        self.format = format
    }

    deinit { gdImageDestroy(pointer) }

    var width: Int { Int(pointer.pointee.sx) }
    var height: Int { Int(pointer.pointee.sy) }

    /// - Parameter mostPixels: How large it may be.
    init(decoding bytes: [UInt8], mostPixels: Int) throws(ImageError) {
        Self.isSilent
        guard let header = ImageHeader(bytes) else { throw .unknownFormat }
        guard header.width <= mostPixels / header.height else {
            throw .tooLarge(width: header.width, height: header.height)
        }
        guard let count = Int32(exactly: bytes.count) else { throw .malformed }
        // The library reads them, though it says otherwise.
        let decoded = bytes.withUnsafeBytes { bytes -> gdImagePtr? in
            let start = UnsafeMutableRawBufferPointer(mutating: bytes).baseAddress
            return switch header.format {
            case .png: gdImageCreateFromPngPtr(count, start)
            case .jpeg: gdImageCreateFromJpegPtr(count, start)
            case .gif: gdImageCreateFromGifPtr(count, start)
            }
        }
        guard let decoded else { throw .malformed }
        pointer = decoded
        format = header.format
    }

    /// The same image with its longer side no longer than `side`.
    func scaled(longestSide side: Int) throws(ImageError) -> Image {
        let factor = min(1, Double(side) / Double(max(width, height)))
        func length(_ length: Int) -> UInt32 { UInt32(max(1, (Double(length) * factor).rounded())) }
        // What has a palette has no colours between those of two pixels.
        gdImagePaletteToTrueColor(pointer)
        gdImageSetInterpolationMethod(pointer, GD_BICUBIC)
        guard let scaled = gdImageScale(pointer, length(width), length(height)) else { throw .malformed }
        return Image(scaled, format)
    }

    /// As a file: JPEG if it was one, or else PNG.
    func encoded() throws(ImageError) -> [UInt8] {
        var count: Int32 = 0
        gdImageSaveAlpha(pointer, 1)
        let encoded = format == .jpeg ? gdImageJpegPtr(pointer, &count, 90) : gdImagePngPtr(pointer, &count)
        guard let encoded else { throw .malformed }
        defer { gdFree(encoded) }
        return [UInt8](UnsafeRawBufferPointer(start: encoded, count: Int(count)))
    }
}
