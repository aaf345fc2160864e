public import Foundation
public import NIOCore

/// A piece of a body, as its client holds it: it is copied once, into the file.
public enum BodyPiece: Sendable {
    case data(Data)
    case buffer(ByteBuffer)

    /// Calls `body` with the bytes, in one or more parts.
    public func forEachPart<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        func result(_ part: UnsafeRawBufferPointer) -> Result<Void, Failure> {
            Result { () throws(Failure) in try body(part) }
        }
        switch self {
        case .buffer(let buffer): try buffer.withUnsafeReadableBytes(result).get()
        case .data(let data):
            for region in data.regions { try region.withUnsafeBytes(result).get() }
        }
    }
}
