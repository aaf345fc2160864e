public import Operations

/// The delay from the end of an operation to the start of its only dependent, under an open load: each arrival adds
/// both, the dependent first. Otherwise the operation may end before its dependent is there, and the delay would be the producer's.
public struct HandoverScenario: RelativeLoadScenario {
    public static let name = "handover"
    public static let summary = "from the end of an operation to the start of its dependent, open loop"

    public let limit: Int
    public let load: Int
    public let milliseconds: Int

    public init(limit: Int, load: Int, milliseconds: Int) {
        self.limit = limit
        self.load = load
        self.milliseconds = milliseconds
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [HandoverScenario] {
        OpenLoop.cases(profile, limits: [processors]) {
            HandoverScenario(limit: $0, load: $1, milliseconds: $2)
        }
    }

    public var needs: Set<QueueCapability> { [.dependencies] }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let loop = OpenLoop(
            limit: limit, offer: .load(percent: load, milliseconds: milliseconds), isHandover: true)
        return try await loop.run(name, subject, recorder) { queue, index, due, log in
            let first = subject.makeOperation { log.end(index) }
            let second = subject.makeOperation { log.record(index, due: due) }
            second.addDependency(first)
            queue.addOperation(second)
            queue.addOperation(first)
        }
    }
}
