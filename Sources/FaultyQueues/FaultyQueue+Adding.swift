internal import ConcurrencyPrimitives
internal import Operations

/// What enters a queue.
extension FaultyQueue {
    public func addOperation(_ operation: FaultyOperation) { add([operation]) }

    public func addOperations(_ operations: [FaultyOperation]) {
        if defect == .addsUpToInvalid { return operations.forEach(addOperation) }
        add(operations)
    }

    public func addOperations(_ operations: [FaultyOperation], waitUntilFinished wait: Bool) async {
        addOperations(operations)
        guard wait else { return }
        if defect == .addingWaitsForQueue { return await waitUntilAllOperationsAreFinished() }
        let awaited = defect == .addingWaitsForFirst ? operations.prefix(1) : operations[...]
        for operation in awaited { await operation.waitUntilFinished() }
    }

    func add(_ operations: [FaultyOperation]) {
        if operations.contains(where: { $0.domain !== domain }) {
            fatalError("An operation of another domain is added.")
        }
        if defect == .losesWhatItsOperationsAdd && Self.ofTask === self { return }
        for operation in operations {
            let dependencies = operation.makeConditionDependencies()
            if !dependencies.isEmpty { add(dependencies) }
            operation.prepareToJoin()
        }
        let areValid = domain.change { change in
            var added: Set<FaultyOperation> = []
            for operation in operations {
                let isTaken = operation.queue != nil || !added.insert(operation).inserted
                if isTaken || operation.isCurrentlyExecuting || operation.isCurrentlyFinished { return false }
            }
            for operation in operations {
                addedCount += 1
                if defect == .losesEveryHundredth && addedCount.isMultiple(of: 100) { continue }
                if defect == .inboxClearedUnread {
                    inbox.append(operation)
                } else {
                    takeIn(operation, &change)
                }
            }
            return true
        }
        if !areValid && defect != .addingTwiceIsIgnored {
            stop("8.1", "an operation is added that is queued, executing or finished")
        }
        if defect == .inboxClearedUnread {
            let added = domain.read { inbox }
            domain.change { change in
                inbox = []
                for operation in added where operation.queue == nil && !operation.hasEnded {
                    takeIn(operation, &change)
                }
            }
        }
    }

    func takeIn(_ operation: FaultyOperation, _ change: inout Change) {
        if currentOperations.isEmpty, !change.populated.contains(where: { $0 === self }) {
            change.populated.append(self)
        }
        operation.queue = self
        if operation.isBarrier { barrierCount += 1 }
        operation.wasAddedWhileSuspended = isCurrentlySuspended
        for dependency in operation.currentDependencies { operation.noteDependency(dependency) }
        operation.priorityWhenAdded = operation.currentPriority
        currentOperations.append(operation)
        operation.extras.ticket = domain.line.nextTicket()
        if operation.extras.evaluation == .notBegun { unevaluated.append(operation) }
        if !operation.extras.categories.isEmpty { unlined.append(operation) }
        noteMember(operation)
        noteAddition(of: operation, &change)
        operation.isWaiting = true
        operation.askJoining(&change)
        operation.didChange()
        cancelWithGroup(operation, &change)
        if defect == .cancelAllSticks && wasCancelled { operation.cancel(&change) }
    }

    public func addOperation(_ block: @escaping @Sendable () -> Void) {
        if defect == .blockRunsInsideAdd { return block() }
        if defect == .suspendedLosesBlocks && isSuspended { return }
        addOperation(FaultyOperation(in: domain, defect: defect) { _ in block() })
    }

    public func cancelAllOperations() {
        domain.change { change in
            wasCancelled = true
            for operation in currentOperations {
                if defect == .cancelAllSparesExecuting && operation.isCurrentlyExecuting { continue }
                operation.cancel(&change)
            }
        }
    }
}

extension Defect {
    static let addsUpToInvalid = Defect(
        "addsUpToInvalid", .membership,
        "addOperations adds and starts what stands before an invalid operation", caughtBy: "1.24", "8.2")
    static let addingWaitsForQueue = Defect(
        "addingWaitsForQueue", .membership,
        "addOperations with waitUntilFinished waits for everything in the queue", caughtBy: "8.3")
    static let addingWaitsForFirst = Defect(
        "addingWaitsForFirst", .membership,
        "addOperations with waitUntilFinished waits for the first operation only", caughtBy: "8.3")
    static let losesWhatItsOperationsAdd = Defect(
        "losesWhatItsOperationsAdd", .membership, "what an operation adds to its own queue is lost",
        caughtBy: "5.2", "6.10", "6.13", "8.7", "9.3", "12.6", "12.7", "12.10", "12.17")
    static let losesEveryHundredth = Defect(
        "losesEveryHundredth", .membership, "every hundredth operation added to a queue is lost",
        caughtBy: "1.24", "2.14", "3.14", "3.15", "3.17", "6.9", "6.10", "6.13", "7.5", "8.10")
    static let inboxClearedUnread = Defect(
        race: "inboxClearedUnread", .membership,
        "what is added between reading and clearing the inbox is lost", caughtBy: "8.10")
    static let addingTwiceIsIgnored = Defect(
        "addingTwiceIsIgnored", .membership, "adding an operation that was added before returns",
        caughtBy: "8.1", "8.2")
    static let cancelAllSticks = Defect(
        "cancelAllSticks", .cancellationFinishing,
        "what is added after cancelAllOperations is cancelled, too", caughtBy: "2.11", "11.11")
    static let blockRunsInsideAdd = Defect(
        "blockRunsInsideAdd", .lifeCycle, "a block is run by the call that adds it",
        caughtBy: "1.16", "10.1", "11.5")
    static let suspendedLosesBlocks = Defect(
        "suspendedLosesBlocks", .suspension, "a block that is added to a suspended queue is lost",
        caughtBy: "7.2")
    static let cancelAllSparesExecuting = Defect(
        "cancelAllSparesExecuting", .cancellationFinishing, "cancelAllOperations leaves out what executes",
        caughtBy: "2.10", "2.13")
}
