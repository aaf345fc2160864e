public import QueueConformance

/// The faulty queue as a subject of the suite: free of defects, or with one of them.
public struct FaultySubject: ConformanceSubject {
    public let defect: Defect?

    public init(defect: Defect? = nil) { self.defect = defect }

    /// The queue without a defect, and then one a defect.
    public static let all: [FaultySubject] =
        [FaultySubject()] + Defect.allCases.map { FaultySubject(defect: $0) }

    public var isExplorable: Bool { true }

    public var name: String { defect.map { "faulty:\($0.rawValue)" } ?? "faulty" }

    public var summary: String {
        defect?.summary ?? "a small independent queue under one lock, to plant defects in"
    }

    public func makeQueue() -> FaultyQueue { FaultyQueue(defect: defect) }

    public func makeOperation(_ body: @escaping @Sendable (FaultyOperation) -> Void) -> FaultyOperation {
        FaultyOperation(defect: defect, work: .main(body))
    }

    public func makeStartOverride(
        _ start: @escaping @Sendable (FaultyOperation, StartOverrideControl) -> Void
    ) -> FaultyOperation {
        FaultyOperation(defect: defect, work: .overriddenStart(start))
    }

    public func makeAsyncOperation(
        _ body: @escaping @Sendable (FaultyOperation) async -> Void
    ) -> FaultyOperation {
        FaultyOperation(defect: defect, work: .asyncMain(body))
    }
}
