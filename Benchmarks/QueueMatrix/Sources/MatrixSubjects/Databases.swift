import Foundation
import GRDB
import QueueConformance

/// A DatabaseQueue of GRDB: its writer.
struct DatabaseQueueSubject: OrderedTaskQueueSubject, FixedWidthTaskQueueSubject, CancellableTaskQueueSubject
{
    let name = "grdb-queue"
    let summary = "a DatabaseQueue of GRDB"
    let fixedTaskWidth = 1
    let cancelledBeforeStart = CancelledBeforeStart.isSkipped
    let runningSeesCancellation = false

    func makeTaskQueue() -> DatabaseQueue { try! DatabaseQueue() }
    func run(_ body: TaskBody, on queue: DatabaseQueue) async throws -> Int {
        try await queue.write { _ in try body.blocking() }
    }
}

/// A DatabasePool of GRDB: its readers.
struct DatabasePoolSubject: LimitedTaskQueueSubject {
    let name = "grdb-pool"
    let summary = "the readers of a DatabasePool of GRDB"

    func makeTaskQueue() -> DatabasePool { makeTaskQueue(width: 3) }

    func makeTaskQueue(width: Int) -> DatabasePool {
        var configuration = Configuration()
        configuration.maximumReaderCount = width
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString).sqlite"
        ).path
        return try! DatabasePool(path: path, configuration: configuration)
    }

    func run(_ body: TaskBody, on queue: DatabasePool) async throws -> Int {
        try await queue.read { _ in try body.blocking() }
    }
}
