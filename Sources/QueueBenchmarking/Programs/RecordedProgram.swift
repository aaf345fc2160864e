public import ConcurrencyPrimitives

/// The queues of a program, and their operations, from a recording of it.
public struct RecordedProgram: Sendable {
    /// In the order of their first operations.
    public let queues: [RecordedQueue]

    /// - Parameter recording: A recording of a program: see ``RecordingFile``.
    /// - Complexity: O(*n* log *n*) for *n* events.
    public init(_ recording: TraceRecording) {
        let events = recording.lanes.flatMap(\.events)
        var reader = Reader()
        // A span counts from when it began: an operation may run before the call has ended that added it. At one time, lives begin
        // first, and then comes what was noted first.
        func order(_ index: Int) -> (Double, Int, Int) {
            let event = events[index]
            return (event.start, event.kind == .made || event.kind == .added ? 0 : 1, index)
        }
        for index in events.indices.sorted(by: { order($0) < order($1) }) { reader.take(events[index]) }
        queues = reader.queues
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
        /// Whether the limit stays, as that of the main queue does.
        private var fixed: [UInt: Bool] = [:]
        private var places: [UInt: Place] = [:]

        mutating func take(_ event: TraceRecording.Event) {
            switch event.kind {
            case .made:
                limits[event.object] = Int(bitPattern: event.other)
                fixed[event.object] = event.other != UInt(bitPattern: -1)
                queuesByAddress[event.object] = nil
            case .limited: limit(event.object, Int(bitPattern: event.other))
            case .added: add(event)
            // From −8 to 8, as Foundation has them.
            case .prioritized: change(event.object) { $0.priority = (Int(bitPattern: event.other) - 2) * 4 }
            case .cancelled:
                change(event.object) { if $0.started == nil, $0.ended == nil { $0.isCancelled = true } }
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
        }

        private mutating func limit(_ address: UInt, _ limit: Int) {
            if fixed[address] == true { return }
            limits[address] = limit
            // A queue that is stopped goes on with its limit later, or with another.
            if limit != 0, let queue = queuesByAddress[address] { queues[queue].limit = limit }
        }

        private mutating func change(_ address: UInt, _ body: (inout RecordedQueue.Operation) -> Void) {
            guard let place = places[address] else { return }
            body(&queues[place.queue].operations[place.number])
        }

        /// The dependent may not have been added yet: then it doesn't wait in a queue, and its address may be that of another, which
        /// has begun.
        private mutating func release(_ dependent: UInt, by address: UInt) {
            guard let waiting = places[dependent] else { return }
            let operation = queues[waiting.queue].operations[waiting.number]
            guard operation.started == nil, operation.ended == nil else { return }
            if let place = places[address], place.queue == waiting.queue {
                queues[waiting.queue].operations[waiting.number].dependencies.append(place.number)
            } else {
                queues[waiting.queue].foreignDependencies += 1
            }
        }
    }
}
