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
        record.withLock { record in
            // The log is taken out once, at the end, by who is notified of it.
            if record.log == nil {
                guard whenFinished({ ($0 as! AdvancedOperation).tellEnd() }) else { return }
                record.log = ChangeLog()
            }
            // Who tells is inside a call of the operation's.
            _ = record.log?.add { [unowned self] event in self.tell(observer, event) }
        }
        _ = stage.formUnion(Stage.isObserved)
    }

    /// Notes an event and tells it, unless nobody observes.
    final func notify(_ event: OperationEvent) {
        guard has(Stage.isObserved), let log = record.withLock({ $0.log }) else { return }
        log.noteAndTell(event)
    }

    /// Tells that the operation was cancelled, unless that is done. Who cancels does so, and who ends the operation, since the
    /// queue may start and end it before the former comes to that.
    final func tellCancel() {
        let log = record.withLock { record in
            if record.isCancelTold { return nil as ChangeLog<OperationEvent>? }
            record.isCancelTold = true
            record.log?.note(.cancelled)
            return record.log
        }
        log?.tell()
    }

    private func tellEnd() {
        let isCancelled = hasBeenCancelled
        let log = record.withLock { record in
            defer { record.log = nil }
            if isCancelled, !record.isCancelTold {
                record.isCancelTold = true
                record.log?.note(.cancelled)
            }
            record.log?.note(.didFinish(record.errors))
            return record.log
        }
        log?.tell()
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
