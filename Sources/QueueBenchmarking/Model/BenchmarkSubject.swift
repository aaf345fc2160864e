public import ConcurrencyPrimitives
public import Operations

/// A queue to measure: how to make queues and operations, and how the queue's users call it.
///
/// ## Example
///
/// ```swift
/// struct MyQueueSubject: BenchmarkSubject {
///     let name = "mine"
///     let summary = "MyQueue"
///     let driver = QueueDriver<MyQueue>.thread { queue in queue.waitUntilAllOperationsAreFinished() }
///     func makeQueue(limit: Int) -> MyQueue { MyQueue(width: limit > 0 ? limit : nil) }
/// }
/// ```
///
/// ## Performance
///
/// Timed code must be compiled for the queue's own type. Therefore the hot loops are requirements with inlinable
/// defaults (``add(_:to:marking:)``), which the conforming module specializes. An unspecialized loop in this module
/// can cost ten times as much.
public protocol BenchmarkSubject<Queue>: QueueSubject {
    associatedtype Queue: BasicOperationQueue

    /// The name of the queue on the command line and in results.
    var name: String { get }

    /// Identifies the subject in results. The default is the name; a queue with several strategies is one subject
    /// for each.
    var id: SubjectID { get }

    /// One line for people.
    var summary: String { get }

    /// Where the queue's users call it from, and how they wait.
    var driver: QueueDriver<Queue> { get }

    /// How many operations a queue of this kind runs at once.
    var width: QueueWidth { get }

    /// What a queue of this kind can do. The default follows from the protocols that its type conforms to.
    var capabilities: QueueCapabilities { get }

    /// Whether the queue starts operations in the order of adding where it runs one at a time; each run at limit 1 checks that. The
    /// default is true. For a queue that doesn't, such as one that takes the newest first, only that none overlap is checked.
    var keepsOrder: Bool { get }

    /// Whether the call that adds an operation also runs it.
    var runsInCall: Bool { get }

    /// The largest graph of dependent operations to measure it with; nil for no limit. For queues whose cost grows
    /// faster than the graph.
    var largestGraph: Int? { get }

    /// Whether its ``add(_:to:marking:after:)`` replaces dependencies by operations that await each other. Then
    /// each ``GraphScenario`` is measured, and no other scenario that needs dependencies.
    var awaitsGraphs: Bool { get }

    /// A new queue, empty and not suspended, that runs up to `limit` operations at once.
    ///
    /// It is never called if ``driver`` makes the queue.
    ///
    /// - Parameter limit: A limit that ``width`` allows. For ``QueueWidth/limited`` also −1: the queue chooses the
    ///   limit.
    func makeQueue(limit: Int) -> Queue

    /// A new operation that runs `body`. There is a default for the operations of this package.
    func makeOperation(_ body: @escaping @Sendable () -> Void) -> Queue.Operation

    /// Adds operations one by one, each with its own closure, which marks that it ran.
    ///
    /// The default is what users write. Override it only for a queue that is called differently, as a task group
    /// is.
    func add(_ indices: Range<Int>, to queue: Queue, marking mark: OperationMark)

    /// Adds the operations of a step of a graph one by one, without their dependencies, for a queue that has none: the caller
    /// waits for the queue before it adds the next step.
    func add(step indices: Range<Int>, to queue: Queue, marking mark: GraphMark)

    /// Adds operations with their dependencies in one call, each with a closure that marks that it ran. Operations
    /// without dependencies first wait for the latch.
    ///
    /// The default is what users write. A queue without dependencies whose operations can await each other may
    /// override it, and set ``awaitsGraphs``.
    func add(_ graph: DependencyGraph, to queue: Queue, marking mark: GraphMark, after start: Latch)
}

extension BenchmarkSubject {
    public var id: SubjectID { SubjectID(queue: name) }
    public var width: QueueWidth { .limited }
    public var largestGraph: Int? { nil }
    public var keepsOrder: Bool { true }
    public var runsInCall: Bool { false }
    public var awaitsGraphs: Bool { false }
    public var capabilities: QueueCapabilities {
        QueueCapabilities(claimedBy: Queue.self, othersBecause: "its type doesn't claim it")
    }

    @inlinable
    public func add(_ indices: Range<Int>, to queue: Queue, marking mark: OperationMark) {
        // A loop of its own, so that this one has nothing to do with traces.
        if Trace.isOn { return addNoted(indices, to: queue, marking: mark) }
        for index in indices { queue.addOperation { mark.run(index) } }
    }

    /// The same, and notes each call in the trace that is recorded.
    @inlinable @inline(never)
    func addNoted(_ indices: Range<Int>, to queue: Queue, marking mark: OperationMark) {
        for index in indices {
            let start = Trace.start
            queue.addOperation { mark.run(index) }
            Trace.end(.submitted, since: start, UInt(bitPattern: index))
        }
    }

    @inlinable
    public func add(step indices: Range<Int>, to queue: Queue, marking mark: GraphMark) {
        for index in indices { queue.addOperation { mark.run(index) } }
    }

    @inlinable
    public func add(_ graph: DependencyGraph, to queue: Queue, marking mark: GraphMark, after start: Latch) {
        for (index, operation) in operations(of: graph, marking: mark, after: start).enumerated() {
            let traced = Trace.start
            queue.addOperation(operation)
            Trace.end(.submitted, since: traced, UInt(bitPattern: index))
        }
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
    /// Adds all operations in one call.
    @inlinable
    public func add(_ graph: DependencyGraph, to queue: Queue, marking mark: GraphMark, after start: Latch) {
        let operations = operations(of: graph, marking: mark, after: start)
        let traced = Trace.start
        queue.addOperations(operations)
        Trace.end(.submitted, since: traced, 0)
    }
}

extension BenchmarkSubject where Queue.Operation == Operations.Operation {
    @inlinable
    public func makeOperation(_ body: @escaping @Sendable () -> Void) -> Queue.Operation {
        BlockOperation(block: body)
    }
}
