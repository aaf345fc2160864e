import ConcurrencyPrimitives
import Dispatch
import QueueConformance

/// A concurrent dispatch queue that a semaphore limits, as it is often written.
struct DispatchSemaphoreSubject: AddingTaskQueueSubject, LimitedTaskQueueSubject {
    struct Queue: Sendable {
        let base = DispatchQueue(label: "limited", attributes: .concurrent)
        let places: DispatchSemaphore
    }

    let name = "dispatch-semaphore"
    let summary = "a concurrent queue of Dispatch, limited by a semaphore"

    func makeTaskQueue() -> Queue { makeTaskQueue(width: 3) }
    func makeTaskQueue(width: Int) -> Queue { Queue(places: DispatchSemaphore(value: width)) }

    func add(_ body: TaskBody, to queue: Queue) -> Task<Int, any Error> {
        let end = Promise<Result<Int, any Error>>()
        queue.base.async {
            queue.places.wait()
            defer { queue.places.signal() }
            end.fulfill(Result { try body.blocking() })
        }
        return Task { try await end.value().get() }
    }
}

/// An actor with a method that runs a closure. An `async` closure would leave the actor.
struct PlainActorSubject: FixedWidthTaskQueueSubject, CancellableTaskQueueSubject {
    actor Runner {
        func run(_ body: TaskBody) throws -> Int { try body.blocking() }
    }

    let name = "plain-actor"
    let summary = "an actor that runs closures, which aren't async"
    let fixedTaskWidth = 1
    let cancelledBeforeStart = CancelledBeforeStart.runsCancelled

    func makeTaskQueue() -> Runner { Runner() }
    func run(_ body: TaskBody, on queue: Runner) async throws -> Int { try await queue.run(body) }
}
