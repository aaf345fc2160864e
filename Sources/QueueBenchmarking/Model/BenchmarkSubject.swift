public import ConcurrencyPrimitives
public import Operations

/// What a queue brings to be measured: ways to make queues and operations, and how its users call it.
///
/// ## Example
///
/// ```swift
/// struct MyQueueSubject: BenchmarkSubject {
///     let name = "mine"
///     let summary = "MyQueue"
///     let driver = QueueDriver<MyQueue>.thread { queue in queue.waitUntilAllOperationsAreFinished() }
///     func makeQueue(limit: Int) -> MyQueue { MyQueue(width: limit) }
/// }
/// ```
///
/// ## Performance
///
/// What is timed must be compiled for the queue's own type. So the hot loops are requirements with inlinable
/// defaults, ``add(_:to:marking:)``: the module that conforms gets loops of its own. Called through an
/// unspecialised generic from here, the same loop can cost ten times as much.
public protocol BenchmarkSubject<Queue>: QueueSubject {
    associatedtype Queue: BasicOperationQueue

    /// The name to call it by on the command line and in results.
    var name: String { get }

    /// What stands for it in results. By default the name; a queue that can schedule in several ways is one subject for
    /// each.
    var id: SubjectID { get }

    /// One line for people.
    var summary: String { get }

    /// Where the queue's users call it from, and how they wait.
    var driver: QueueDriver<Queue> { get }

    /// How many operations a queue of this kind lets run at once.
    var width: QueueWidth { get }

    /// What a queue of this kind can do. By default, what its type claims by the protocols that it meets.
    var capabilities: QueueCapabilities { get }

    /// Whether an operation runs in the call that adds it.
    var runsInCall: Bool { get }

    /// The most operations that wait for one another with which it is measured; nil if that doesn't matter.
    /// For queues whose cost grows faster than the graph.
    var largestGraph: Int? { get }

    /// Whether its ``add(_:to:marking:after:)`` does without dependencies: its operations await each other. Then each
    /// ``GraphScenario`` is measured, and no other scenario that needs dependencies.
    var awaitsGraphs: Bool { get }

    /// A new queue, empty and not suspended, that runs up to `limit` operations at once.
    ///
    /// Never called where ``driver`` makes the queue.
    ///
    /// - Parameter limit: What ``width`` allows; with ``QueueWidth/limited`` also −1, with which the queue decides.
    func makeQueue(limit: Int) -> Queue

    /// A new operation that runs `body`. There is a default for queues of this package's operations.
    func makeOperation(_ body: @escaping @Sendable () -> Void) -> Queue.Operation

    /// Adds operations one by one, each with a closure of its own that marks that it ran.
    ///
    /// The default is what users write. Only a queue that is called in another way, as a task group is, writes its own.
    func add(_ indices: Range<Int>, to queue: Queue, marking mark: OperationMark)

    /// Adds operations with their dependencies, all at once, each with a closure that marks that it ran. Those that
    /// depend on none wait for the latch before they do.
    ///
    /// The default is what users write. A queue without dependencies whose operations can await each other may write
    /// its own, and then says so in ``awaitsGraphs``.
    func add(_ graph: DependencyGraph, to queue: Queue, marking mark: GraphMark, after start: Latch)
}

extension BenchmarkSubject {
    public var id: SubjectID { SubjectID(queue: name) }
    public var width: QueueWidth { .limited }
    public var largestGraph: Int? { nil }
    public var runsInCall: Bool { false }
    public var awaitsGraphs: Bool { false }
    public var capabilities: QueueCapabilities {
        QueueCapabilities(claimedBy: Queue.self, othersBecause: "its type doesn't claim it")
    }

    @inlinable
    public func add(_ indices: Range<Int>, to queue: Queue, marking mark: OperationMark) {
        for index in indices { queue.addOperation { mark.run(index) } }
    }

    @inlinable
    public func add(_ graph: DependencyGraph, to queue: Queue, marking mark: GraphMark, after start: Latch) {
        for operation in operations(of: graph, marking: mark, after: start) { queue.addOperation(operation) }
    }

    /// The operations of a graph, with their dependencies.
    @inlinable
    public func operations(
        of graph: DependencyGraph, marking mark: GraphMark, after start: Latch
    ) -> [Queue.Operation] {
        let operations = (0..<graph.count).map { index in
            if !graph.dependencies(of: index).isEmpty { return makeOperation { mark.run(index) } }
            return makeOperation {
                start.waitBlocking()
                mark.run(index)
            }
        }
        for index in 0..<graph.count {
            for dependency in graph.dependencies(of: index) {
                operations[index].addDependency(operations[dependency])
            }
        }
        return operations
    }
}

extension BenchmarkSubject where Queue: BatchingQueue {
    /// All operations in one call.
    @inlinable
    public func add(_ graph: DependencyGraph, to queue: Queue, marking mark: GraphMark, after start: Latch) {
        queue.addOperations(operations(of: graph, marking: mark, after: start))
    }
}

extension BenchmarkSubject where Queue.Operation == Operations.Operation {
    @inlinable
    public func makeOperation(_ body: @escaping @Sendable () -> Void) -> Queue.Operation {
        BlockOperation(block: body)
    }
}
