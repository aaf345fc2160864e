import Dispatch
import OperationQueues
import Operations
import QueueConformance
import QueueSubjects

/// This project's queue as one that claims what a rule needs, and nothing else.
struct NeedsOnlySubject: CompleteSubject, OwnAdvancedSubject, UnderlyingQueueSubject, QueueWidthSubject {
    typealias Queue = LockedOperationQueue

    static let queueName = "needs-only"

    let name = queueName
    let summary = "LockedOperationQueue, claiming what the rule needs"
    private let claimed: Set<QueueCapability>

    /// - Parameter rule: The rule that the queue is judged by.
    init(_ rule: Rule) { claimed = Self.implied(by: [rule.queueKind] + rule.needs) }

    /// What a queue claims by the types that claim `needs`.
    private static func implied(by needs: [QueueCapability]) -> Set<QueueCapability> {
        let further: [QueueCapability: [QueueCapability]] = [
            .completionBlocks: [.lifeCycle], .concurrencyLimit: [.oneAtATime, .overlap],
            .asyncResults: [.asyncBodies], .asyncConditions: [.conditions],
            .negatedConditions: [.conditions], .groupLimits: [.groups],
        ]
        let claimed = Set(needs + needs.flatMap { further[$0] ?? [] })
        return claimed.contains(.oneAtATime) ? claimed : claimed.union([.overlap])
    }

    var lacks: [QueueCapability: String] {
        let others = QueueCapability.allCases.filter { !claimed.contains($0) }
        return Dictionary(uniqueKeysWithValues: others.map { ($0, "the rule doesn't need it") })
    }

    func makeQueue() -> LockedOperationQueue {
        let queue = LockedOperationQueue()
        if claimed.contains(.oneAtATime), !claimed.contains(.concurrencyLimit) {
            queue.maxConcurrentOperationCount = 1
        }
        return queue
    }

    func makeQueue(width: Int) -> LockedOperationQueue {
        let queue = LockedOperationQueue()
        queue.maxConcurrentOperationCount = width
        return queue
    }

    func makeOtherKindOfQueue() -> ActorOperationQueue { ActorOperationQueue() }
    func currentQueue() -> LockedOperationQueue? { LockedOperationQueue.current }
    func mainQueue() -> LockedOperationQueue { .main }
    func underlyingQueue(of queue: LockedOperationQueue) -> DispatchQueue? { queue.underlyingQueue }

    func setUnderlyingQueue(_ dispatchQueue: DispatchQueue?, of queue: LockedOperationQueue) {
        queue.underlyingQueue = dispatchQueue
    }
}
