internal import ConcurrencyPrimitives
internal import Operations

/// An operation with a result, which others take as their input.
///
/// ```swift
/// let fetch = PipelineOperation { try Data(contentsOf: url) }
/// let decode = fetch.then { try Image($0) }
/// let store = decode.then { try cache.keep($0) }
/// queue.addOperations([fetch, decode, store])
/// print(try store.result)
/// ```
///
/// An operation that follows depends on the one before. If that ends without a result, because it threw, or was cancelled,
/// or a condition of it failed, then the one that follows is cancelled with ``InputUnavailable``, and so on down the line.
/// Verified by rules 12.30 and 12.31.
///
/// - Note: `@unchecked` because its superclass is; its mutable fields are mutexes.
public final class PipelineOperation<Output: Sendable>: AdvancedOperation, @unchecked Sendable {
    private enum Body: Sendable {
        case synchronous(@Sendable () throws -> Output)
        case asynchronous(@Sendable () async throws -> Output)
    }

    private let body: Body
    private let returned = Mutex<Output?>(nil)
    private let task = BodyTask()

    /// - Parameter body: The work, called once at most on the thread that starts the operation.
    public init(body: @escaping @Sendable () throws -> Output) {
        self.body = .synchronous(body)
        super.init()
    }

    /// - Parameter awaited: The work, called once at most in a task, which is cancelled with the operation.
    public init(awaiting awaited: @escaping @Sendable () async throws -> Output) {
        body = .asynchronous(awaited)
        super.init()
    }

    /// What the work returned.
    ///
    /// - Throws: `ResultUnavailable` while the operation hasn't finished, or if it was cancelled; what went wrong otherwise.
    public var result: Output {
        get throws {
            guard isFinished else { throw ResultUnavailable.notFinished }
            if let output { return output }
            throw aggregateError ?? ResultUnavailable.cancelled
        }
    }

    /// The result, if the operation has one and wasn't cancelled.
    fileprivate var output: Output? { hasBeenCancelled ? nil : returned.withLock { $0 } }

    public override var isAsynchronous: Bool {
        if case .asynchronous = body { true } else { false }
    }

    public override func execute() {
        switch body {
        case .synchronous(let body):
            do {
                let output = try body()
                returned.withLock { $0 = output }
                end([], isLastOfStart: true)
            } catch {
                end([error], isLastOfStart: true)
            }
        case .asynchronous(let body):
            task.start(for: self) {
                do {
                    let output = try await body()
                    self.returned.withLock { $0 = output }
                    self.finish()
                } catch {
                    self.finish(errors: [error])
                }
                self.task.end()
            }
        }
    }

    public override func cancel() {
        super.cancel()
        task.cancel()
    }

    // MARK: What follows

    /// An operation that takes the result of this one, and depends on it. Both have to be added to queues.
    public func then<Next: Sendable>(
        _ body: @escaping @Sendable (Output) throws -> Next
    ) -> PipelineOperation<Next> {
        let input = PipelineInput(self)
        let next = PipelineOperation<Next> { try body(input.take()) }
        return input.feeding(next, from: self)
    }

    /// An operation that takes the result of this one, and depends on it; its work is done in a task.
    public func then<Next: Sendable>(
        awaiting body: @escaping @Sendable (Output) async throws -> Next
    ) -> PipelineOperation<Next> {
        let input = PipelineInput(self)
        let next = PipelineOperation<Next>(awaiting: { try await body(input.take()) })
        return input.feeding(next, from: self)
    }
}

/// The operation before has no result, so that this one was cancelled.
public struct InputUnavailable: Error, CustomStringConvertible {
    /// What went wrong with the first operation of the pipeline that has no result; nil if it was cancelled without a reason.
    public let reason: (any Error)?
    /// Whether that is another than the one before.
    private let isEarlier: Bool

    /// - Parameter reason: What went wrong with the operation before. Errors of this kind aren't kept one within the other: a
    ///   pipeline may be too long for recursion.
    init(reason: (any Error)?) {
        let before = reason as? InputUnavailable
        self.reason = before.map(\.reason) ?? reason
        isEarlier = before != nil
    }

    public var description: String {
        "\(isEarlier ? "An" : "The") operation before has no result: "
            + (reason.map { "\($0)" } ?? "it was cancelled.")
    }
}

/// Hands a result on. It holds the operation before weakly, as that one's dependent holds it until it has looked: a chain of
/// strong references through closures would be released recursively.
private final class PipelineInput<Value: Sendable>: SynchronousOperationCondition {
    private struct Source: Sendable {
        weak var operation: PipelineOperation<Value>?
        var value: Value?
    }

    private let source: Mutex<Source>

    init(_ operation: PipelineOperation<Value>) { source = Mutex(Source(operation: operation)) }

    func feeding<Next: AdvancedOperation>(_ next: Next, from operation: Operation) -> Next {
        next.addDependency(operation)
        next.addCondition(self)
        return next
    }

    var name: String { "PipelineInput<\(Value.self)>" }

    func evaluateNow(for operation: AdvancedOperation) {
        let before = source.withLock { $0.operation }
        if let before, before.isFinished, let value = before.output {
            source.withLock { $0.value = value }
        } else {
            operation.cancel(with: InputUnavailable(reason: before?.aggregateError))
        }
    }

    /// The value, which is handed on once.
    func take() throws -> Value {
        guard let value = source.withLock({ $0.value.take() }) else { throw InputUnavailable(reason: nil) }
        return value
    }
}
