/// How far a download has come.
public struct DownloadProgress: Hashable, Sendable {
    /// What it is at.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// Not begun, or between two attempts.
        case waiting
        /// A request was made, and nothing has been answered.
        case connecting
        /// The bytes come.
        case receiving
        /// They are all there, and are checked and named.
        case checking
        /// The file is there.
        case finished
        /// It ended without the file.
        case failed
    }

    /// What it is at.
    public var phase: Phase
    /// How many bytes of the file are there, those of earlier downloads included.
    public var received: UInt64
    /// How many the whole file has; nil if that isn't known.
    public var total: UInt64?

    /// - Parameters:
    ///   - phase: What it is at.
    ///   - received: How many bytes of the file are there.
    ///   - total: How many the whole file has.
    public init(phase: Phase = .waiting, received: UInt64 = 0, total: UInt64? = nil) {
        self.phase = phase
        self.received = received
        self.total = total
    }

    /// Which part is there, from 0 through 1; nil if that isn't known.
    public var fraction: Double? {
        total.map { $0 == 0 ? 1 : min(1, Double(received) / Double($0)) }
    }
}
