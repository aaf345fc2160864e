public import AdvancedOperations
internal import ConcurrencyPrimitives
public import Operations
public import Tracing

/// Makes a span of each operation, from its start to its end.
///
/// The span has an event `produced` for each operation that this one produced, an event `cancelled`, all errors, and the
/// attribute `operation.outcome` (``OperationOutcome``). If the operation failed, the span's status is an error.
///
/// Every operation has one span, which is ended once. One that never starts, since it was cancelled before or a condition has
/// failed, has a span without length, with `operation.started` false; so has one to which the observer was added after its
/// start, since its beginning wasn't observed. An operation that never ends in a queue has none.
///
/// One observer may be added to any number of operations, once to each. It may be used from any thread. It keeps an operation
/// from its start to its end.
public final class TracingObserver: OperationObserver {
    private let tracer: any Tracer
    private let parent: ServiceContext
    private let naming: OperationNaming
    /// Of the operations that run. By the operation and not by its address, which another may have later.
    private let spans = Mutex<[AdvancedOperation: any Span]>([:])

    /// - Parameters:
    ///   - tracer: What makes the spans.
    ///   - context: That of the spans' parent. Operations run on threads of their queue, so it is that of the place where the
    ///     observer is made and not of the work.
    ///   - naming: What the spans are called.
    public init(
        tracer: any Tracer = InstrumentationSystem.tracer, context: ServiceContext = .current ?? .topLevel,
        naming: OperationNaming = .standard
    ) {
        self.tracer = tracer
        parent = context
        self.naming = naming
    }

    /// The context in which the operation works, to make child spans in: that of its span while it runs, and else that of the
    /// parent.
    public func context(of operation: AdvancedOperation) -> ServiceContext {
        spans.withLock { $0[operation] }?.context ?? parent
    }

    private func start(_ operation: AdvancedOperation) -> any Span {
        tracer.startSpan(naming.name(operation), context: parent, ofKind: .internal)
    }

    public func operationWillStart(_ operation: AdvancedOperation) {
        let span = start(operation)
        spans.withLock { $0[operation] = span }
    }

    public func operation(_ operation: AdvancedOperation, didProduce newOperation: Operation) {
        let name = naming.name(newOperation)
        spans.withLock { $0[operation] }?.addEvent(
            SpanEvent(name: "produced", attributes: ["operation.produced": .string(name)]))
    }

    public func operationDidCancel(_ operation: AdvancedOperation) {
        spans.withLock { $0[operation] }?.addEvent(SpanEvent(name: "cancelled"))
    }

    public func operationDidFinish(_ operation: AdvancedOperation, errors: [any Error]) {
        let begun = spans.withLock { $0.removeValue(forKey: operation) }
        let span = begun ?? start(operation)
        let outcome = OperationOutcome(of: operation, errors: errors)
        span.updateAttributes { attributes in
            attributes["operation.outcome"] = outcome.rawValue
            attributes["operation.started"] = begun != nil
        }
        for error in errors { span.recordError(error) }
        if outcome == .failed { span.setStatus(SpanStatus(code: .error, message: "\(errors[0])")) }
        span.end()
    }
}
