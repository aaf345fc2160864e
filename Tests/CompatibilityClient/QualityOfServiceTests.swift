import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 5.7 and 10.7.
struct QualityOfServiceTests {
    @Test func qualityCanBeSetOnOperationsAndQueues() {
        let operation = Operation(), queue = OperationQueue(), other = OperationQueue()
        #expect(operation.qualityOfService == .default)
        operation.qualityOfService = .userInitiated
        let quality: QualityOfService = operation.qualityOfService
        #expect(quality == .userInitiated)
        let before = other.qualityOfService
        queue.qualityOfService = .utility
        #expect(queue.qualityOfService == .utility)
        #expect(other.qualityOfService == before)
    }

    @Test func qualityNeverOutranksPriority() async {
        let runs = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            let log = Log<Int>()
            let priorities: [Operation.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]
            let qualities: [QualityOfService] = [
                .userInteractive, .userInitiated, .default, .utility, .background,
            ]
            for (number, (priority, quality)) in zip(priorities, qualities).enumerated() {
                let operation = BlockOperation { log.append(number) }
                operation.qualityOfService = quality
                operation.queuePriority = priority
                queue.addOperation(operation)
            }
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(runs == [4, 3, 2, 1, 0])
    }
}
