/// A sentence of the reference model: what no history may show. Each names the rules of RULES.md that it is taken from.
public enum ModelSentence: String, CaseIterable, Codable, Sendable {
    // About one operation.
    case runsOnce, cancelledNeverRuns, onlyCancelledIsSkipped, startsByHandAtOnce, neverInsideAdd
    // About what comes first.
    case dependencies, suspension, limitZero, barrierWaits, barrierHolds, limit, priority, orderOfAdding
    // About ends.
    case waitForOperation, waitForAll, completionAfterEnd, completionOnce, everythingEnds
    // About what is read.
    case executing, finished, cancelled, ready, count, countAfterWait, limitRead, suspensionRead

    /// The sentence, in words.
    public var text: String {
        switch self {
        case .runsOnce: "a body runs at most once"
        case .cancelledNeverRuns: "an operation that was cancelled before it could start never runs its body"
        case .onlyCancelledIsSkipped:
            "an operation that has finished and was never cancelled has run its body"
        case .startsByHandAtOnce:
            "start() of an operation in no queue runs the body on the calling thread before it returns"
        case .neverInsideAdd: "a body never runs inside the call that adds its operation"
        case .dependencies: "an operation starts after all its dependencies have finished"
        case .suspension: "nothing starts while the queue is suspended"
        case .limitZero: "nothing starts while the limit is 0"
        case .barrierWaits: "a barrier starts after everything has finished that was added before it"
        case .barrierHolds: "what is added after a barrier starts after the barrier has finished"
        case .limit: "never more operations execute than the limit allows at the start of the last"
        case .priority:
            "at limit 1, of the operations that are ready one of the highest priority starts first"
        case .orderOfAdding:
            "at limit 1, operations of equal priority that were ready when added start in the order of adding"
        case .waitForOperation: "a wait for an operation returns after it has finished"
        case .waitForAll: "a wait for a queue returns at a moment when nothing is left in it"
        case .completionAfterEnd: "a completion block runs after its operation has finished"
        case .completionOnce: "a completion block runs exactly once"
        case .everythingEnds: "everything that was added or started comes to its end, and each wait returns"
        case .executing: "isExecuting is true in the body, and false before the start and after the end"
        case .finished: "isFinished becomes true once, at the end, and stays true"
        case .cancelled: "isCancelled becomes true by a cancel before the end, and stays as it is"
        case .ready: "isReady is true if all dependencies have finished, or if cancelled or finished"
        case .count: "operationCount is the number of operations that were added and haven't finished"
        case .countAfterWait: "once everything was waited for, operationCount is 0"
        case .limitRead: "maxConcurrentOperationCount reads as it was set last"
        case .suspensionRead: "isSuspended reads as it was set last"
        }
    }

    /// The numbers of its rules.
    public var rules: [String] {
        switch self {
        case .runsOnce: ["1.5", "1.8", "8.10"]
        case .cancelledNeverRuns: ["1.7", "2.3"]
        case .onlyCancelledIsSkipped: ["2.16", "7.5", "8.10"]
        case .startsByHandAtOnce: ["1.6"]
        case .neverInsideAdd: ["1.16"]
        case .dependencies: ["3.1", "3.10", "2.7"]
        case .suspension: ["7.1", "7.3"]
        case .limitZero: ["6.5"]
        case .barrierWaits, .barrierHolds: ["11.1"]
        case .limit: ["6.1", "6.4", "6.8"]
        case .priority: ["5.2", "5.4"]
        case .orderOfAdding: ["5.1"]
        case .waitForOperation: ["9.1", "8.3"]
        case .waitForAll: ["9.3"]
        case .completionAfterEnd, .completionOnce: ["9.5"]
        case .everythingEnds: ["6.9", "9.1", "8.10"]
        case .executing: ["1.2", "1.4"]
        case .finished: ["1.3"]
        case .cancelled: ["2.1", "2.2", "2.4"]
        case .ready: ["3.1", "2.5", "1.12"]
        case .count: ["8.4", "8.5"]
        case .countAfterWait: ["9.4"]
        case .limitRead: ["6.3", "6.4"]
        case .suspensionRead: ["7.1"]
        }
    }
}
