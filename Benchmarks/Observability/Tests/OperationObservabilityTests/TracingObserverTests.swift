import AdvancedOperations
import ConcurrencyPrimitives
import InMemoryTracing
import OperationObservability
import Operations
import Testing
import Tracing

/// Each test on both queues.
@Suite struct TracingObserverTests {
    private let tracer = CountingTracer()

    private var spans: [FinishedInMemorySpan] { tracer.tracer.finishedSpans }

    /// Every span that was started was ended once.
    private func expectSpans(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(tracer.starts == count && tracer.ends == count, sourceLocation: sourceLocation)
        #expect(
            spans.count == count && tracer.tracer.activeSpans.isEmpty, sourceLocation: sourceLocation)
    }

    @Test(arguments: Kind.allCases) func spanIsTheChildOfTheContextAndTheParentOfTheWork(_ kind: Kind) async {
        let queue = kind.queue
        let request = tracer.startSpan("request", context: .topLevel)
        let observer = TracingObserver(tracer: tracer, context: request.context)
        let operation = AdvancedBlockOperation { [tracer] operation in
            tracer.startSpan("step", context: observer.context(of: operation)).end()
            let produced = BlockOperation {}
            produced.name = "child"
            operation.produceOperation(produced)
        }
        operation.name = "job"
        operation.addObserver(observer)
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        // Before and after its run an operation has no context of its own.
        #expect(observer.context(of: operation).inMemorySpanContext == request.context.inMemorySpanContext)
        request.end()
        expectSpans(3)
        #expect(spans.map(\.operationName) == ["step", "job", "request"])
        let (step, job) = (spans[0], spans[1])
        #expect(job.parentSpanID == request.context.inMemorySpanContext?.spanID)
        #expect(step.parentSpanID == job.spanID)
        #expect(job.events.map(\.name) == ["produced"])
        #expect(job.events[0].attributes["operation.produced"]?.toSpanAttribute() == .string("child"))
        #expect(job.attributes["operation.outcome"]?.toSpanAttribute() == .string("succeeded"))
        #expect(job.attributes["operation.started"]?.toSpanAttribute() == .bool(true))
        #expect(job.errors.isEmpty && job.status == nil)
    }

    @Test(arguments: Kind.allCases) func errorsAndCancellationAreRecorded(_ kind: Kind) async {
        let queue = kind.queue
        let operation = AdvancedBlockOperation { operation in
            operation.cancel(with: TestError(number: 1))
            operation.cancel()
            throw TestError(number: 2)
        }
        operation.addObserver(TracingObserver(tracer: tracer))
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        expectSpans(1)
        #expect(spans[0].operationName == "AdvancedBlockOperation")
        #expect(spans[0].events.map(\.name) == ["cancelled"])
        #expect(
            spans[0].errors.map { $0.error as? TestError } == [TestError(number: 1), TestError(number: 2)])
        #expect(spans[0].status == SpanStatus(code: .error, message: "TestError(number: 1)"))
        #expect(spans[0].attributes["operation.outcome"]?.toSpanAttribute() == .string("failed"))
    }

    @Test(arguments: Kind.allCases) func operationThatNeverStartsHasOneSpan(_ kind: Kind) async {
        let queue = kind.queue
        let observer = TracingObserver(tracer: tracer)
        let cancelled = AdvancedBlockOperation { _ in }
        let unmet = AdvancedBlockOperation { _ in }
        unmet.addCondition(Unmet())
        for operation in [cancelled, unmet] { operation.addObserver(observer) }
        cancelled.cancel()
        for operation in [cancelled, unmet] {
            queue.addOperation(operation)
            await queue.waitUntilAllOperationsAreFinished()
        }
        expectSpans(2)
        let outcomes = spans.map { $0.attributes["operation.outcome"]?.toSpanAttribute() }
        #expect(outcomes == [.string("cancelled"), .string("failed")])
        #expect(spans.allSatisfy { $0.attributes["operation.started"]?.toSpanAttribute() == .bool(false) })
        #expect(spans[1].errors.map { $0.error as? TestError } == [TestError(number: 7)])
    }

    @Test func operationThatIsInNoQueueHasNoSpanAndIsNotKept() {
        let observer = TracingObserver(tracer: tracer)
        weak var dropped: AdvancedOperation?
        do {
            let operation = AdvancedBlockOperation { _ in }
            operation.addObserver(observer)
            operation.cancel()
            dropped = operation
        }
        #expect(dropped == nil)
        withExtendedLifetime(observer) { expectSpans(0) }
    }

    @Test(arguments: Kind.allCases) func observerAddedLateMakesOneSpanOfWhatFollows(_ kind: Kind) async {
        let queue = kind.queue
        let observer = TracingObserver(tracer: tracer)
        let operation = AdvancedBlockOperation { operation in
            operation.addObserver(observer)
            operation.cancel()
        }
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        operation.addObserver(observer)
        expectSpans(1)
        #expect(spans[0].attributes["operation.started"]?.toSpanAttribute() == .bool(false))
        #expect(spans[0].attributes["operation.outcome"]?.toSpanAttribute() == .string("cancelled"))
    }

    /// Whoever comes first, there is one span, and it is ended once.
    @Test(arguments: Kind.allCases) func cancelThatRacesWithTheRunLeavesOneSpanEach(_ kind: Kind) async {
        let queue = kind.queue
        let observer = TracingObserver(tracer: tracer)
        let count = 300
        let operations = (0..<count).map { _ in AdvancedBlockOperation { _ in } }
        for operation in operations { operation.addObserver(observer) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for operation in operations { queue.addOperation(operation) } }
            group.addTask { for operation in operations { operation.cancel() } }
        }
        await queue.waitUntilAllOperationsAreFinished()
        expectSpans(count)
        for span in spans {
            let outcome = span.attributes["operation.outcome"]?.toSpanAttribute()
            #expect(outcome == .string("cancelled") || outcome == .string("succeeded"))
        }
    }
}
