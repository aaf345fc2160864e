internal import ConcurrencyPrimitives
internal import Operations

/// What observers are notified of.
enum OperationEvent: Sendable {
    case willStart, didStart, cancelled
    case produced(Operation)
    case willFinish([any Error])
    case didFinish([any Error])
}

extension AdvancedOperation {
    /// Has an observer notified of what happens to the operation from now on.
    ///
    /// Observers are notified in the order in which they were added, under no lock, and of one event at a time, on the thread
    /// that has brought it about or, if that finds another telling an earlier one, on that other. They are let go of when
    /// the operation has ended. An observer must not wait for the operation.
    ///
    /// Who was waiting for the operation when it finished goes on when its observers have been notified that it did finish; so
    /// does who waits for its queue. It is otherwise if another thread is telling them of something else just then, which
    /// tells them that, too. Who begins to wait for an operation that has finished goes on at once (rule 9.1), maybe before
    /// they are notified.
    ///
    /// Verified by rules 12.5 and 12.24 to 12.26.
    public final func addObserver(_ observer: any OperationObserver) {
        let isAdded = record.withLock { record in
            if let rare = record.rare, let observers = rare.observers {
                rare.observers = observers.adding(observer)
                return true
            }
            // They are taken out once, at the end, by who is notified of it.
            guard announceEnd() else { return false }
            record.makeRare().observers = OperationObservers(observer)
            return true
        }
        if isAdded { _ = stage.formUnion(Stage.isObserved) }
    }

    /// Notes an event and tells it, unless nobody observes.
    final func notify(_ event: @autoclosure () -> OperationEvent) {
        if has(Stage.isObserved) { noteAndTell(event()) }
    }

    @inline(never)
    private func noteAndTell(_ event: OperationEvent) {
        tell(record.withLock { $0.beginTelling(event) }, event)
    }

    /// Tells that the operation was cancelled, unless that is done. Who cancels does so, and who ends the operation, since the
    /// queue may start and end it before the former comes to that.
    final func tellCancel() {
        let observers = record.withLock { record in
            let isTold = stage.formUnion(Stage.isCancelTold) & Stage.isCancelTold != 0
            return isTold ? nil : record.beginTelling(.cancelled)
        }
        tell(observers, .cancelled)
    }

    /// Tells that the operation has finished. Called once, if there were observers before.
    final func tellEnd() {
        if hasBeenCancelled { tellCancel() }
        let (observers, errors) = record.withLock { record in
            let errors = record.errors
            let observers = record.beginTelling(.didFinish(errors))
            // Nothing follows. Who is to tell them of this has them.
            record.rare?.observers = nil
            return (observers, errors)
        }
        tell(observers, .didFinish(errors))
    }

    /// Tells an event to those whom ``AdvancedRecord/beginTelling(_:)`` has returned, and what was noted meanwhile.
    private func tell(_ observers: OperationObservers?, _ event: OperationEvent) {
        guard let observers else { return }
        observers.forEach { tell($0, event) }
        while let pending = record.withLock({ $0.takePending() }) {
            for (event, observers) in pending { observers.forEach { tell($0, event) } }
        }
    }

    private func tell(_ observer: any OperationObserver, _ event: OperationEvent) {
        switch event {
        case .willStart: observer.operationWillStart(self)
        case .didStart: observer.operationDidStart(self)
        case .cancelled: observer.operationDidCancel(self)
        case .produced(let operation): observer.operation(self, didProduce: operation)
        case .willFinish(let errors): observer.operationWillFinish(self, errors: errors)
        case .didFinish(let errors): observer.operationDidFinish(self, errors: errors)
        }
    }
}
