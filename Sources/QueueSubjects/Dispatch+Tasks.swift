private import ConcurrencyPrimitives
public import Dispatch
public import QueueConformance

/// A dispatch queue as a queue of closures that return or throw.
public protocol DispatchTaskSubject: AddingTaskQueueSubject, BarrierTaskQueueSubject
where TaskQueue == DispatchQueue {}

extension DispatchTaskSubject {
    public func add(_ body: TaskBody, to queue: DispatchQueue) -> Task<Int, any Error> {
        add(body, to: queue, flags: [])
    }

    public func addBarrier(_ body: TaskBody, to queue: DispatchQueue) -> Task<Int, any Error> {
        add(body, to: queue, flags: .barrier)
    }

    private func add(_ body: TaskBody, to queue: DispatchQueue, flags: DispatchWorkItemFlags) -> Task<
        Int, any Error
    > {
        let end = Promise<Result<Int, any Error>>()
        queue.async(flags: flags) { end.fulfill(Result { try body.blocking() }) }
        return Task { try await end.value().get() }
    }
}

extension DispatchSerialSubject: DispatchTaskSubject, OrderedTaskQueueSubject, FixedWidthTaskQueueSubject {
    public var fixedTaskWidth: Int { fixedWidth }

    public func makeTaskQueue() -> DispatchQueue { DispatchQueue(label: name) }
}

extension DispatchConcurrentSubject: DispatchTaskSubject {
    public func makeTaskQueue() -> DispatchQueue { DispatchQueue(label: name, attributes: .concurrent) }
}
