public import Operations

/// What a queue brings to be measured: ways to make queues, and how its users call it.
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
/// What is timed must be compiled for the queue's own type. So the hot loop is a requirement with an
/// inlinable default, ``add(_:to:marking:)``: the module that conforms gets a loop of its own. Called
/// through an unspecialised generic from here, the same loop can cost ten times as much.
public protocol BenchmarkSubject<Queue>: Sendable {
    associatedtype Queue: OperationQueueProtocol

    /// The name to call it by on the command line and in results.
    var name: String { get }

    /// One line for people.
    var summary: String { get }

    /// Where the queue's users call it from, and how they wait.
    var driver: QueueDriver<Queue> { get }

    /// How many operations a queue of this kind lets run at once.
    var width: QueueWidth { get }

    /// A new queue, empty and not suspended, that runs up to `limit` operations at once.
    ///
    /// Asked only for limits that ``width`` allows.
    func makeQueue(limit: Int) -> Queue

    /// Adds `count` operations one by one, each with a closure of its own that marks that it ran.
    ///
    /// There is no reason to write it: the default is what users write.
    func add(_ count: Int, to queue: Queue, marking mark: OperationMark)
}

extension BenchmarkSubject {
    public var width: QueueWidth { .limited }

    @inlinable
    public func add(_ count: Int, to queue: Queue, marking mark: OperationMark) {
        for index in 0..<count { queue.addOperation { mark.run(index) } }
    }
}
