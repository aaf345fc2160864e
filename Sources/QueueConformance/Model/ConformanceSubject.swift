public import Operations

/// What a queue of operations brings to be judged: a way to make queues, and operations of the queue's own kind. A queue of
/// closures that return or throw brings a ``TaskQueueSubject``.
///
/// This is all that every subject has to bring. Whatever else a queue can do is claimed by protocols, one for each
/// capability: its queue meets protocols of `Operations`, such as `SuspendableQueue`, and its subject those that refine
/// this one, such as ``StartOverrideSubject``. A rule that needs what isn't claimed is *not applicable*.
///
/// Give each `make` function what the queue's users would write. Wrapping another queue's operation in a
/// block would test the wrong thing.
///
/// ## Example
///
/// A serial queue of closures, judged by what it has, which is order, and one operation at a time:
///
/// ```swift
/// struct SerialQueueSubject: FixedWidthSubject {
///     let name = "serial"
///     let summary = "a serial queue of closures"
///     let fixedWidth = 1
///     func makeQueue() -> SerialQueue { SerialQueue() }
/// }
/// ```
public protocol ConformanceSubject<Queue>: JudgedSubject {
    /// The queue that is judged.
    associatedtype Queue: BasicOperationQueue

    /// A new queue: empty, not suspended, with its default limit.
    func makeQueue() -> Queue

    /// An operation whose work is `body`, done when `body` returns. For queues of this package's operations there is a
    /// default.
    func makeOperation(_ body: @escaping @Sendable (Queue.Operation) -> Void) -> Queue.Operation

    /// Whether the operations are the queue's project's own. If not, a rule that tests the operation (``Rule/testedCode``) says
    /// nothing of the queue, and its pass is borrowed. By default, operations of this package are not.
    var ownsOperations: Bool { get }
}

extension ConformanceSubject {
    /// What the queue runs.
    public typealias Operation = Queue.Operation

    public var ownsOperations: Bool { !(Operation.self is Operations.Operation.Type) }
}
