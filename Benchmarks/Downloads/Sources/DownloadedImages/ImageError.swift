/// Why an image isn't one.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is neither PNG nor JPEG nor GIF.
    case unknownFormat
    /// It has more pixels than it may have.
    case tooLarge(width: Int, height: Int)
    /// It can't be decoded.
    case malformed

    public var description: String {
        switch self {
        case .unknownFormat: "it is no image in the formats PNG, JPEG or GIF"
        case .tooLarge(let width, let height): "the image is too large: \(width) × \(height)"
        case .malformed: "the image can't be decoded"
        }
    }
}
