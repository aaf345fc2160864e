import AsyncAlgorithms
import ConcurrencyPrimitives
import QueueConformance

/// An AsyncChannel, whose elements one task runs.
struct ChannelSubject: OrderedTaskQueueSubject, FixedWidthTaskQueueSubject, BackPressureTaskQueueSubject {
    typealias Job = @Sendable () async -> Void

    let name = "async-channel"
    let summary = "an AsyncChannel of swift-async-algorithms with one consumer"
    let fixedTaskWidth = 1
    let capacity = 1

    func makeBoundedTaskQueue() -> AsyncChannel<Job> { makeTaskQueue() }

    func makeTaskQueue() -> AsyncChannel<Job> {
        let channel = AsyncChannel<Job>()
        Task { for await job in channel { await job() } }
        return channel
    }

    func run(_ body: TaskBody, on queue: AsyncChannel<Job>) async throws -> Int {
        let end = Promise<Result<Int, any Error>>()
        await queue.send {
            do { end.fulfill(.success(try await body())) } catch { end.fulfill(.failure(error)) }
        }
        return try await end.value().get()
    }

    func add(_ body: TaskBody, waitingForRoomIn queue: AsyncChannel<Job>) async throws {
        await queue.send { _ = try? await body() }
        try Task.checkCancellation()
    }
}
