import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// A queue's delegate, on both queues.
struct DelegateTests {
    private final class Recorder: OperationQueueDelegate {
        let log = Log<String>()
        let finished = Atomic<Int>(0)
        let all = Latch()
        let expected: Int

        init(_ expected: Int) { self.expected = expected }

        func queue(_ queue: any OperationQueueProtocol<Operation>, willAdd operation: Operation) {
            log.append("will add \(operation.name ?? "")")
        }
        func queue(_ queue: any OperationQueueProtocol<Operation>, didAdd operation: Operation) {
            log.append("did add \(operation.name ?? "")")
        }
        func queue(
            _ queue: any OperationQueueProtocol<Operation>, didFinish operation: Operation,
            errors: [any Error]
        ) {
            log.append("did finish \(operation.name ?? "") \(errors.count)")
            if finished.adding(1) == expected { all.open() }
        }
    }

    private static func queues() -> [any DelegatingQueue<Operation>] {
        [LockedOperationQueue(), ActorOperationQueue()]
    }

    @Test(arguments: [0, 1]) func delegateIsToldOfAdditionsAndFinishesInOrder(_ index: Int) async {
        let queue = Self.queues()[index]
        let recorder = Recorder(5)
        queue.delegate = recorder
        #expect(queue.delegate === recorder)
        let names = Log<String>()
        let plain = BlockOperation {}
        plain.name = "plain"
        let failing = TaskOperation { _ in throw TestError() }
        failing.name = "failing"
        let producer = AdvancedBlockOperation { operation in
            operation.produceOperation(names.operation("produced"))
            throw TestError()
        }
        producer.name = "producer"
        producer.addCondition(DependentCondition { names.operation("dependency") })
        queue.addOperation(plain)
        queue.addOperations([failing, producer])
        await recorder.all.wait()
        let log = recorder.log.entries
        for (name, errors) in [
            ("plain", 0), ("failing", 1), ("producer", 1), ("produced", 0), ("dependency", 0),
        ] {
            let own = log.filter { $0.split(separator: " ").dropFirst(2).first.map(String.init) == name }
            #expect(own == ["will add \(name)", "did add \(name)", "did finish \(name) \(errors)"])
        }
        #expect(log.count == 15)
        // What ends while it is still being added is reported after that.
        let (added, finished) = (
            log.firstIndex(of: "did add dependency")!, log.firstIndex(of: "did finish producer 1")!
        )
        #expect(log.firstIndex(of: "did finish dependency 0")! < finished || added > finished)
        queue.delegate = nil
        queue.addOperation {}
        await queue.waitUntilAllOperationsAreFinished()
        #expect(recorder.log.entries.count == 15)
    }

    @Test(arguments: [0, 1]) func queueDoesNotHoldItsDelegate(_ index: Int) async {
        let queue = Self.queues()[index]
        weak var delegate: Recorder?
        do {
            let recorder = Recorder(0)
            delegate = recorder
            queue.delegate = recorder
        }
        #expect(delegate == nil && queue.delegate == nil)
        queue.addOperation {}
        await queue.waitUntilAllOperationsAreFinished()
    }
}
