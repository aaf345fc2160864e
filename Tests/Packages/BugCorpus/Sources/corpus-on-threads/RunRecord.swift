import Foundation

/// A file that says which run has begun, and when. It stays when the process that writes it ends in whatever way.
struct RunRecord {
    struct Entry: Equatable {
        var runs = 0
        /// From the start of the first run to the start of this one.
        var elapsed = Duration.zero
    }

    private let descriptor: Int32

    init?(reading path: String) { self.init(open(path, O_RDONLY)) }
    init?(writing path: String) { self.init(open(path, O_WRONLY)) }

    private init?(_ descriptor: Int32) {
        if descriptor < 0 { return nil }
        self.descriptor = descriptor
    }

    func close() { _ = Foundation.close(descriptor) }

    func write(_ entry: Entry) {
        let nanoseconds = entry.elapsed / Duration.nanoseconds(1)
        let words = [Int64(entry.runs), Int64(nanoseconds)]
        _ = words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress!, $0.count, 0) }
    }

    /// The first run hasn't begun if nothing was written.
    func read() -> Entry {
        var words: [Int64] = [0, 0]
        let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress!, $0.count, 0) }
        guard count == 16 else { return Entry() }
        return Entry(runs: Int(words[0]), elapsed: .nanoseconds(words[1]))
    }
}
