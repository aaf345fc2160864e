import NIOCore
import NIOPosix
import QueueConformance

/// An event loop of SwiftNIO.
struct EventLoopSubject: AddingTaskQueueSubject, OrderedTaskQueueSubject, FixedWidthTaskQueueSubject {
    let name = "nio-event-loop"
    let summary = "an event loop of SwiftNIO"
    let fixedTaskWidth = 1

    func makeTaskQueue() -> any EventLoop { MultiThreadedEventLoopGroup(numberOfThreads: 1).next() }

    func add(_ body: TaskBody, to queue: any EventLoop) -> Task<Int, any Error> {
        let future = queue.submit { try body.blocking() }
        return Task { try await future.get() }
    }
}

/// A thread pool of SwiftNIO.
struct ThreadPoolSubject: OrderedTaskQueueSubject, LimitedTaskQueueSubject, CancellableTaskQueueSubject {
    let name = "nio-thread-pool"
    let summary = "a thread pool of SwiftNIO"
    let cancelledBeforeStart = CancelledBeforeStart.isSkipped
    let runningSeesCancellation = false

    func makeTaskQueue() -> NIOThreadPool { makeTaskQueue(width: 3) }

    func makeTaskQueue(width: Int) -> NIOThreadPool {
        let pool = NIOThreadPool(numberOfThreads: width)
        pool.start()
        return pool
    }

    func run(_ body: TaskBody, on queue: NIOThreadPool) async throws -> Int {
        try await queue.runIfActive { try body.blocking() }
    }
}
