import DownloadOperations
import Testing

/// A kind of queue, and how the operations on it download: the suite is the same for all.
struct Variant: Sendable, CaseIterable, CustomTestStringConvertible {
    enum Queue: String, Sendable, CaseIterable { case lock, actor, foundation }

    let queue: Queue
    let design: DownloadDesign

    static let allCases = Queue.allCases.flatMap { queue in
        DownloadDesign.allCases.map { Variant(queue: queue, design: $0) }
    }

    /// Those whose operations are this project's, with conditions and exclusive categories.
    static let ours = allCases.filter { $0.queue != .foundation }

    var testDescription: String { "\(design.rawValue) on \(queue.rawValue)" }
}
