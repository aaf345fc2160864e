internal import ConcurrencyPrimitives
internal import Operations

/// Where an operation is in its life.
enum LifePhase: Int, Comparable {
    case pending, ready, executing, finished

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// What the states of one operation read as at the sample points of a scenario, one reading after another.
///
/// It doesn't know its operation, so bodies may keep it.
final class StateLog: Sendable {
    struct Reading: Sendable {
        /// To be read after "observed".
        let samplePoint: String
        let isReady: Bool
        let isExecutingAndFinished: Bool
        let phase: LifePhase

        /// Reads isFinished before isExecuting for the one question, after it for the other: so an operation
        /// that moves on between two reads can't seem to break a rule.
        init<Operation: OperationProtocol>(_ samplePoint: String, of operation: Operation) {
            self.samplePoint = samplePoint
            isReady = operation.isReady
            let isExecuting = operation.isExecuting
            let isFinished = operation.isFinished
            isExecutingAndFinished = isFinished && operation.isExecuting
            phase = isFinished ? .finished : isExecuting ? .executing : isReady ? .ready : .pending
        }
    }

    let label: String
    private let recorded = Mutex<[Reading]>([])

    init(_ label: String) { self.label = label }

    /// In the order in which they were made.
    var readings: [Reading] { recorded.withLock { $0 } }

    /// Reads the states. Under the log's lock, so that the readings have an order; reading calls nobody back.
    func read<Operation: OperationProtocol>(_ operation: Operation, _ samplePoint: String) {
        recorded.withLock { $0.append(Reading(samplePoint, of: operation)) }
    }
}
