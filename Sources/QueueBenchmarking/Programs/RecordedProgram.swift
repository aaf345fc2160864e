public import ConcurrencyPrimitives

/// The queues of a program, and their operations, from a recording of it.
public struct RecordedProgram: Sendable {
    /// In the order in which they were made; those without operations are missing.
    public let queues: [RecordedQueue]

    /// - Parameter recording: A recording of a program, in which no event was dropped: see ``RecordingFile``.
    /// - Complexity: O(*n* log *n*) for *n* events.
    public init(_ recording: TraceRecording) {
        let events = recording.lanes.flatMap(\.events)
        var reader = Reader()
        // A span counts from when it began: an operation may run before the call has ended that added it. At one time, what was
        // noted first comes first.
        for event in events.enumerated().sorted(by: { ($0.1.start, $0.0) < ($1.1.start, $1.0) }) {
            reader.take(event.element)
        }
        queues = reader.queues.filter { !$0.operations.isEmpty }
    }

    /// Takes the events in the order of their times. Addresses are used again: an operation's life begins when it is added, and a
    /// queue's when it is made.
    private struct Reader {
        private struct Place {
            let queue: Int
            let number: Int
        }

        var queues: [RecordedQueue] = []
        private var queuesByAddress: [UInt: Int] = [:]
        private var limits: [UInt: Int] = [:]
        private var places: [UInt: Place] = [:]

        mutating func take(_ event: TraceRecording.Event) {
            switch event.kind {
            case .made:
                limits[event.object] = Int(bitPattern: event.other)
                queuesByAddress[event.object] = nil
            case .limited: limits[event.object] = Int(bitPattern: event.other)
            case .added: add(event)
            case .prioritized: change(event.object) { $0.priority = Int(bitPattern: event.other) }
            case .cancelled: change(event.object) { $0.isCancelled = $0.started == nil }
            case .ran: change(event.object) { $0.started = event.start }
            case .used:
                change(event.object) { operation in
                    operation.processorTime = Double(event.value)
                    switch event.other {
                    case 0: operation.ended = event.time
                    case 1: break
                    default: operation.started = nil
                    }
                }
            case .ended: change(event.object) { $0.ended = event.time }
            case .released: release(event.other, by: event.object)
            default: break
            }
        }

        private mutating func add(_ event: TraceRecording.Event) {
            let address = event.other
            let queue = queuesByAddress[address] ?? queues.count
            let limit = limits[address] ?? -1
            if queue == queues.count {
                queuesByAddress[address] = queue
                queues.append(RecordedQueue(limit: limit))
            }
            places[event.object] = Place(queue: queue, number: queues[queue].operations.count)
            queues[queue].operations.append(RecordedQueue.Operation(added: event.start))
            queues[queue].limit = limit
        }

        private mutating func change(_ address: UInt, _ body: (inout RecordedQueue.Operation) -> Void) {
            guard let place = places[address] else { return }
            body(&queues[place.queue].operations[place.number])
        }

        /// The dependent may not have been added yet: then it doesn't wait in a queue, and its address may be that of another, which
        /// has begun.
        private mutating func release(_ dependent: UInt, by address: UInt) {
            guard let waiting = places[dependent] else { return }
            guard queues[waiting.queue].operations[waiting.number].started == nil else { return }
            if let place = places[address], place.queue == waiting.queue {
                queues[waiting.queue].operations[waiting.number].dependencies.append(place.number)
            } else {
                queues[waiting.queue].foreignDependencies += 1
            }
        }
    }
}
