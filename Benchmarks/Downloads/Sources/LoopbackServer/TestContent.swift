private import Crypto
public import DownloadCore
public import NIOCore

/// Bytes that a seed decides, with no period: a byte that is lost, doubled or in a wrong place shows.
public struct TestContent: Hashable, Sendable {
    /// Which bytes.
    public let seed: UInt64
    /// How many.
    public let length: Int

    /// So many bytes of a seed.
    public init(seed: UInt64, length: Int) {
        self.seed = seed
        self.length = length
    }

    /// All of them: the key stream of a cipher. Those of a shorter content are the first of a longer one's.
    public var bytes: [UInt8] {
        let key = withUnsafeBytes(of: seed.littleEndian) { SymmetricKey(data: SHA256.hash(data: $0)) }
        let zeros = [UInt8](repeating: 0, count: length)
        // A key and a nonce of the right length make no error.
        let nonce = try! ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12))
        return [UInt8](try! ChaChaPoly.seal(zeros, using: key, nonce: nonce).ciphertext)
    }

    /// The same for a server.
    public var buffer: ByteBuffer { ByteBuffer(bytes: bytes) }

    /// What they come to.
    public var sha256: SHA256Checksum { SHA256Checksum(SHA256.hash(data: bytes)) }
}
