/// A call of the queue's API in a program. Operations and queues are named by their numbers.
public enum FuzzCall: Codable, Hashable, Sendable {
    /// A property of an operation's life cycle.
    public enum Property: String, CaseIterable, Codable, Sendable {
        case isReady, isExecuting, isFinished, isCancelled
    }

    /// Adds one operation, or a barrier.
    case add(Int, queue: Int)
    /// Adds several in one call, and waits for them if `waits`.
    case addMany([Int], queue: Int, waits: Bool)
    case addDependency(Int, on: Int)
    case removeDependency(Int, on: Int)
    case cancel(Int)
    case cancelAll(queue: Int)
    /// The raw value of the new priority.
    case setPriority(Int, Int)
    case setLimit(queue: Int, Int)
    case setSuspended(queue: Int, Bool)
    /// Lets the body of a held operation go on.
    case release(Int)
    /// Starts an operation by hand that is in no queue.
    case start(Int)
    /// Starts an operation by hand that has finished.
    case startAgain(Int)
    case wait(Int)
    case waitForAll(queue: Int)
    case read(Int, Property)
    case readCount(queue: Int)
    case readLimit(queue: Int)
    case readSuspended(queue: Int)

    /// The operations that the call names.
    public var operations: [Int] {
        switch self {
        case .add(let operation, _), .cancel(let operation), .setPriority(let operation, _),
            .release(let operation), .start(let operation), .startAgain(let operation), .wait(let operation),
            .read(let operation, _):
            [operation]
        case .addMany(let operations, _, _): operations
        case .addDependency(let operation, let other), .removeDependency(let operation, let other):
            [operation, other]
        case .cancelAll, .setLimit, .setSuspended, .waitForAll, .readCount, .readLimit, .readSuspended: []
        }
    }

    /// The queue that the call is made to; nil for a call to an operation.
    public var queue: Int? {
        switch self {
        case .add(_, let queue), .addMany(_, let queue, _), .cancelAll(let queue), .setLimit(let queue, _),
            .setSuspended(let queue, _), .waitForAll(let queue), .readCount(let queue),
            .readLimit(let queue), .readSuspended(let queue):
            queue
        case .addDependency, .removeDependency, .cancel, .setPriority, .release, .start, .startAgain, .wait,
            .read:
            nil
        }
    }

    /// The operations that come into a queue by this call, or are started by it.
    var submitted: [Int] {
        switch self {
        case .add(let operation, _), .start(let operation): [operation]
        case .addMany(let operations, _, _): operations
        default: []
        }
    }

    /// Whether the call returns only when operations have finished.
    var waits: Bool {
        switch self {
        case .wait, .waitForAll, .startAgain, .addMany(_, _, waits: true): true
        default: false
        }
    }

    /// What is called, without its arguments.
    public var name: String {
        switch self {
        case .add: "addOperation"
        case .addMany(_, _, let waits): waits ? "addOperations, waiting" : "addOperations"
        case .addDependency: "addDependency"
        case .removeDependency: "removeDependency"
        case .cancel: "cancel"
        case .cancelAll: "cancelAllOperations"
        case .setPriority: "queuePriority ="
        case .setLimit: "maxConcurrentOperationCount ="
        case .setSuspended(_, let suspended): suspended ? "suspend" : "resume"
        case .release: "release"
        case .start: "start"
        case .startAgain: "start again"
        case .wait: "waitUntilFinished"
        case .waitForAll: "waitUntilAllOperationsAreFinished"
        case .read(_, let property): property.rawValue
        case .readCount: "operationCount"
        case .readLimit: "maxConcurrentOperationCount"
        case .readSuspended: "isSuspended"
        }
    }

    /// The call with the operations' new numbers; nil if it names one that has none.
    ///
    /// - Parameter numbers: The new number of each operation; nil for one that is gone.
    func renumbered(_ numbers: [Int?]) -> FuzzCall? {
        func new(_ operation: Int) -> Int? { numbers[operation] }
        switch self {
        case .add(let operation, let queue): return new(operation).map { .add($0, queue: queue) }
        case .addMany(let operations, let queue, let waits):
            let left = operations.compactMap(new)
            return left.isEmpty ? nil : .addMany(left, queue: queue, waits: waits)
        case .addDependency(let operation, let other):
            guard let operation = new(operation), let other = new(other) else { return nil }
            return .addDependency(operation, on: other)
        case .removeDependency(let operation, let other):
            guard let operation = new(operation), let other = new(other) else { return nil }
            return .removeDependency(operation, on: other)
        case .cancel(let operation): return new(operation).map { .cancel($0) }
        case .setPriority(let operation, let priority):
            return new(operation).map { .setPriority($0, priority) }
        case .release(let operation): return new(operation).map { .release($0) }
        case .start(let operation): return new(operation).map { .start($0) }
        case .startAgain(let operation): return new(operation).map { .startAgain($0) }
        case .wait(let operation): return new(operation).map { .wait($0) }
        case .read(let operation, let property): return new(operation).map { .read($0, property) }
        case .cancelAll, .setLimit, .setSuspended, .waitForAll, .readCount, .readLimit, .readSuspended:
            return self
        }
    }
}
