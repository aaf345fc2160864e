#if DROP_IN
public import FoundationCompatibility
#else
public import Foundation
#endif

// A library of a client's, whose names are those that people give to such things. None of them is Foundation's, so none may
// have another meaning for who imports this library beside the drop-in.

/// An operation with a result.
public final class ResultOperation<Value: Sendable>: Operation, @unchecked Sendable {
    private let work: @Sendable () -> Value
    private let lock = NSLock()
    private var stored: Value?

    public init(_ work: @escaping @Sendable () -> Value) { self.work = work }

    public var result: Value? { lock.withLock { stored } }

    public override func main() {
        let value = work()
        lock.withLock { stored = value }
    }
}

/// An operation with a task.
public final class TaskOperation: Operation, @unchecked Sendable {
    public let title: String

    public init(title: String) { self.title = title }
}

public enum QueuePriority: Sendable { case urgent, patient }

public struct QueueProgress: Sendable {
    public let done: Int
    public init(done: Int) { self.done = done }
}

public struct ObservedChange: Sendable {
    public let text: String
    public init(text: String) { self.text = text }
}

public enum SchedulingStrategy: Sendable { case first, last }

public struct DependencyCycle: Sendable {
    public let names: [String]
    public init(names: [String]) { self.names = names }
}

public struct ObservationToken: Sendable {
    public let number: Int
    public init(number: Int) { self.number = number }
}

public enum QueueChange: Sendable { case grown, shrunk }
public enum OperationStateChange: Sendable { case begun, ended }
public struct WaitEndedEarly: Error { public init() {} }
public struct ObservingOptions: Sendable { public init() {} }
public enum Misuse: Sendable { case twice }
public struct ResultUnavailable: Error { public init() {} }
public protocol OperationProtocol: Sendable {}
public protocol NamedQueue: Sendable {}
public protocol ObservableQueue: Sendable {}
public struct LockedOperationQueue: Sendable { public init() {} }
public struct ActorOperationQueue: Sendable { public init() {} }
