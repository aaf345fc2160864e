import ConcurrencyPrimitives
import InMemoryTracing
import Tracing

/// The tracer in memory, which also counts each call that ends a span: a span that is ended twice looks to that tracer as one
/// that is ended once.
final class CountingTracer: Tracer {
    let tracer = InMemoryTracer()
    private let counts = Mutex((starts: 0, ends: 0))

    var starts: Int { counts.withLock { $0.starts } }
    var ends: Int { counts.withLock { $0.ends } }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> CountedSpan {
        counts.withLock { $0.starts += 1 }
        let span = tracer.startSpan(
            operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID,
            line: line)
        return CountedSpan(span: span, tracer: self)
    }

    fileprivate func countEnd() { counts.withLock { $0.ends += 1 } }

    func forceFlush() {}

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {}
}

struct CountedSpan: Span {
    let span: InMemorySpan
    let tracer: CountingTracer

    var context: ServiceContext { span.context }
    var isRecording: Bool { span.isRecording }
    var operationName: String {
        get { span.operationName }
        nonmutating set { span.operationName = newValue }
    }
    var attributes: SpanAttributes {
        get { span.attributes }
        nonmutating set { span.attributes = newValue }
    }

    func setStatus(_ status: SpanStatus) { span.setStatus(status) }
    func addEvent(_ event: SpanEvent) { span.addEvent(event) }
    func addLink(_ link: SpanLink) { span.addLink(link) }
    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        span.recordError(error, attributes: attributes, at: instant())
    }
    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        tracer.countEnd()
        span.end(at: instant())
    }
}
