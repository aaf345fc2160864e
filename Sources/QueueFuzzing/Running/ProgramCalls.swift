internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance

/// The queues and operations of one run of a program, and the calls to them.
///
/// Bodies keep it, and it keeps the operations, until ``forget()``.
final class ProgramCalls<Subject: ConformanceSubject>: Sendable {
    typealias Queue = Subject.Queue
    typealias Operation = Subject.Queue.Operation

    let program: FuzzProgram
    let recorder: HistoryRecorder
    private let subject: Subject
    private let queues: [Queue]
    /// Nil for a block.
    private let operations = Mutex<[Operation?]>([])
    private let releases: [Latch]

    init(_ program: FuzzProgram, _ subject: Subject, _ recorder: HistoryRecorder) async throws {
        self.program = program
        self.subject = subject
        self.recorder = recorder
        queues = program.limits.map { _ in subject.makeQueue() }
        releases = program.operations.indices.map { Latch("the release of \(FuzzProgram.name($0))") }
        for (queue, limit) in zip(queues, program.limits) where limit != -1 {
            let limited = try queue.limited
            limited.setMaxConcurrentOperationCount(limit)
            _ = await limited.maxConcurrentOperationCount
        }
        let made = try program.operations.indices.map(makeOperation)
        operations.withLock { $0 = made }
    }

    /// Lets go of the operations, which keep this object.
    func forget() { operations.withLock { $0 = [] } }

    private func makeOperation(_ number: Int) throws -> Operation? {
        let description = program.operations[number]
        guard description.isObject else { return nil }
        let operation = subject.makeOperation { [self] _ in body(number) }
        if description.priority != 0 { operation.queuePriority = try priority(description.priority) }
        if description.hasCompletion {
            operation.completionBlock = { [recorder] in recorder.record(.completed(number)) }
        }
        return operation
    }

    private func priority(_ rawValue: Int) throws -> Operation.QueuePriority {
        guard let priority = Operation.QueuePriority(rawValue: rawValue) else {
            throw UncallableProgram(reason: "the queue's operations know no priority \(rawValue)")
        }
        return priority
    }

    private func body(_ number: Int) {
        recorder.record(.began(number))
        for call in program.operations[number].body {
            do { try make(call) } catch { fatalError("A body can't call \(program.text(call)): \(error)") }
        }
        // A second run, which no rule allows, doesn't wait: the release came before.
        if program.operations[number].isHeld { releases[number].waitBlocking() }
        recorder.record(.ended(number))
    }

    private func operation(_ number: Int) -> Operation {
        guard let operation = operations.withLock({ $0.indices.contains(number) ? $0[number] : nil }) else {
            fatalError("\(FuzzProgram.name(number)) is no operation.")
        }
        return operation
    }

    // MARK: Calls that don't wait

    /// Makes a call that neither waits nor asks the queue, and records it.
    private func make(_ call: FuzzCall) throws {
        let id = recorder.invoke(call)
        recorder.record(.returned(id: id, value: try effect(of: call)))
    }

    private func effect(of call: FuzzCall) throws -> Int? {
        switch call {
        case .add(let number, let queue):
            if program.operations[number].isBarrier {
                try queues[queue].barriers.addBarrierBlock { [self] in body(number) }
            } else if program.operations[number].isBlock {
                queues[queue].addOperation { [self] in body(number) }
            } else {
                queues[queue].addOperation(operation(number))
            }
        case .addMany(let numbers, let queue, _):
            try queues[queue].batching.addOperations(numbers.map(operation))
        case .addDependency(let number, let other): operation(number).addDependency(operation(other))
        case .removeDependency(let number, let other): operation(number).removeDependency(operation(other))
        case .cancel(let number): operation(number).cancel()
        case .cancelAll(let queue): try queues[queue].cancellingAll.cancelAllOperations()
        case .setPriority(let number, let value): operation(number).queuePriority = try priority(value)
        case .setLimit(let queue, let limit): try queues[queue].limited.setMaxConcurrentOperationCount(limit)
        case .setSuspended(let queue, let suspended): try queues[queue].suspendable.setSuspended(suspended)
        case .release(let number): releases[number].open()
        case .start(let number), .startAgain(let number): operation(number).start()
        case .read(let number, let property): return read(property, of: operation(number)) ? 1 : 0
        case .wait, .waitForAll, .readCount, .readLimit, .readSuspended:
            throw UncallableProgram(reason: "\(program.text(call)) waits or asks a queue")
        }
        return nil
    }

    private func read(_ property: FuzzCall.Property, of operation: Operation) -> Bool {
        switch property {
        case .isReady: operation.isReady
        case .isExecuting: operation.isExecuting
        case .isFinished: operation.isFinished
        case .isCancelled: operation.isCancelled
        }
    }

    // MARK: All calls

    /// Makes a call, and records it.
    ///
    /// An actor takes what is set as an event, so that such a call returns only when the queue has been asked for it.
    func make(awaiting call: FuzzCall) async throws {
        let id = recorder.invoke(call)
        let value: Int?
        switch call {
        case .wait(let number):
            await operation(number).waitUntilFinished()
            value = nil
        case .waitForAll(let queue):
            await queues[queue].waitUntilAllOperationsAreFinished()
            value = nil
        case .addMany(let numbers, let queue, waits: true):
            try await queues[queue].batching.addOperations(numbers.map(operation), waitUntilFinished: true)
            value = nil
        case .startAgain(let number):
            await operation(number).waitUntilFinished()
            value = try effect(of: call)
        case .readCount(let queue): value = try await queues[queue].enumerable.operationCount
        case .readLimit(let queue): value = try await queues[queue].limited.maxConcurrentOperationCount
        case .readSuspended(let queue): value = try await queues[queue].suspendable.isSuspended ? 1 : 0
        case .setLimit(let queue, _):
            value = try effect(of: call)
            _ = try await queues[queue].limited.maxConcurrentOperationCount
        case .setSuspended(let queue, _):
            value = try effect(of: call)
            _ = try await queues[queue].suspendable.isSuspended
        case .cancelAll(let queue):
            value = try effect(of: call)
            // What asks comes after what was called before.
            if let limited = try? queues[queue].limited { _ = await limited.maxConcurrentOperationCount }
        default: value = try effect(of: call)
        }
        recorder.record(.returned(id: id, value: value))
    }
}

/// A program that has a call that the queue or the place can't make: a fault of the generator.
struct UncallableProgram: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
