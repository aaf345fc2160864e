import ConcurrencyPrimitives
import OperationQueues
import Testing

@testable import Operations

/// Which worker runs an operation with a quality of service of its own, or without one (rules 5.7 and 5.8).
@Suite struct WorkerQualityTests {
    private final class Seen: Sendable {
        let wrong = Mutex<[String]>([])

        func look(_ own: QualityOfService?) {
            guard let worker = Worker.current else { return wrong.withLock { $0.append("no worker") } }
            let isRight = own.map { $0 == worker.pointee.quality } ?? worker.pointee.isStandard
            if !isRight {
                wrong.withLock {
                    $0.append("\(own.map { "\($0)" } ?? "none") on \(worker.pointee.quality)")
                }
            }
        }
    }

    @Test(arguments: QueueFeatureTests.queues.indices, [1, 2])
    func operationRunsOnAWorkerOfItsQuality(_ index: Int, limit: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        queue.setMaxConcurrentOperationCount(limit)
        queue.setSuspended(true)
        let seen = Seen()
        let qualities: [QualityOfService?] = [nil, .utility, .utility, nil, .background, .utility, nil, nil]
        for number in 0..<64 {
            let own = qualities[number % qualities.count]
            let operation = BlockOperation { seen.look(own) }
            if let own { operation.qualityOfService = own }
            queue.addOperation(operation)
        }
        queue.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(seen.wrong.withLock { $0 } == [])
    }
}
