public import ConcurrencyPrimitives
public import Operations
public import QueueAdapters
public import QueueBenchmarking

/// A group of child tasks, of either kind.
///
/// It has no dependencies, and claims none. In a graph, a child that depends on others awaits their ends, as one would
/// write it; any other scenario that needs dependencies is skipped.
///
/// The loops are defaults of a protocol, so that each subject has some that are compiled for its own queue.
public protocol ScopedTaskSubject: BenchmarkSubject where Queue: ScopedTaskQueue {}

extension ScopedTaskSubject {
    public var driver: QueueDriver<Queue> { .scope { await Queue.scope($0) } }
    public var width: QueueWidth { .unlimited }
    public var capabilities: QueueCapabilities {
        QueueCapabilities(only: [.asyncBodies], because: "a task group starts its children as they come")
    }
    public var awaitsGraphs: Bool { true }

    /// At 100,000 a run takes half a minute: where children finish in the reverse order of adding, each finish of a task
    /// group walks past all that haven't.
    public var largestGraph: Int? { 20_000 }

    public func makeQueue(limit: Int) -> Queue { fatalError("A task group lives in a scope.") }

    public func add(_ indices: Range<Int>, to queue: Queue, marking mark: OperationMark) {
        for index in indices { queue.addTask { mark.run(index) } }
    }

    public func add(
        _ graph: DependencyGraph, to queue: Queue, marking mark: GraphMark, after start: Latch
    ) {
        let ends = (0..<graph.count).map { _ in Promise<Void>() }
        for index in 0..<graph.count {
            let dependencies = graph.dependencies(of: index)
            let awaited = dependencies.map { ends[$0] }
            let end = ends[index]
            queue.addTask {
                if awaited.isEmpty { await start.wait() }
                for end in awaited { await end.value() }
                mark.run(index)
                end.fulfill(())
            }
        }
    }
}

/// A task group of Swift Concurrency.
public struct TaskGroupSubject: ScopedTaskSubject {
    public typealias Queue = TaskGroupQueue

    public let name = "task-group"
    public let summary = "a task group of Swift Concurrency"

    /// The subject; each run has a group of its own.
    public init() {}
}

/// A discarding task group of Swift Concurrency.
public struct DiscardingTaskGroupSubject: ScopedTaskSubject {
    public typealias Queue = DiscardingTaskGroupQueue

    public let name = "discarding-group"
    public let summary = "a discarding task group of Swift Concurrency"

    /// The subject; each run has a group of its own.
    public init() {}
}
