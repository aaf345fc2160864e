internal import ConcurrencyPrimitives

extension Operation {
    /// Has `changeHandler` called after each change of a property, once a change, in an order that agrees with the life
    /// cycle.
    ///
    /// These can be observed: `isReady`, `isExecuting`, `isFinished`, `isCancelled`, `isAsynchronous` (`isConcurrent`),
    /// `queuePriority`, `dependencies` and `completionBlock`. Properties that a subclass overrides are those that it
    /// announces by ``didChangeValue(for:)``.
    ///
    /// ```swift
    /// let observation = operation.observe(\.isFinished) { operation, _ in … }
    /// ```
    ///
    /// The handler is called under no lock, one call at a time, on the thread that has made the change or, if that thread
    /// finds another telling an earlier one, on that other. What it changes itself is told afterwards. An operation that
    /// nobody observes pays nothing for this.
    ///
    /// Verified by rule 1.22.
    ///
    /// - Parameters:
    ///   - keyPath: The property, of `Operation`: another class's stands for another property.
    ///   - options: Which values a change is to hold, and whether the handler is told of the present one at once.
    ///   - changeHandler: Called for each change until the observation ends.
    /// - Returns: What ends the observation when it is let go of.
    /// - Complexity: O(1), and O(dependencies) if it is the first.
    public final func observe<Value>(
        _ keyPath: KeyPath<Operation, Value>, options: ObservingOptions = [],
        changeHandler: @escaping @Sendable (Operation, ObservedChange<Value>) -> Void
    ) -> ObservationToken {
        guard let property = OperationProperty(keyPath) else {
            misuse("1.22", "\(keyPath) of \(described) was to be observed, whose changes nobody announces.")
        }
        let (observation, _) = observe { [unowned self] change in
            guard change.property == property else { return }
            let (old, new) = change.values
            changeHandler(self, ObservedChange(from: old as? Value, to: new as! Value, options))
        }
        // Only now, so that no change is lost between: one may be told first.
        if options.contains(.initial) {
            changeHandler(self, ObservedChange(from: nil, to: self[keyPath: keyPath], options))
        }
        return observation
    }

    /// The states that the operation passes through from now on, as they change; ends when the operation has finished, or
    /// is released before it could. The sequence doesn't hold it. But while an operation is observed, what it depends on
    /// holds it until that has finished: of one that waits for what nobody runs, the sequence doesn't end.
    ///
    /// Each iteration over a sequence that this returned takes from it; so ask for one for each that listens.
    ///
    /// Verified by rule 1.22.
    public final var stateChanges: AsyncStream<OperationStateChange> {
        AsyncStream { continuation in
            let end = StreamEnd(continuation)
            let (observation, hasFinished) = observe { change in
                guard case .flag(let property, let value) = change else { return }
                switch property {
                case .isReady: end.continuation.yield(.ready(value))
                case .isExecuting: if value { end.continuation.yield(.executing) }
                case .isCancelled: end.continuation.yield(.cancelled)
                case .isFinished:
                    end.continuation.yield(.finished)
                    end.continuation.finish()
                default: break
                }
            }
            continuation.onTermination = { _ in observation.invalidate() }
            // What had finished by then tells nothing any more.
            if hasFinished { continuation.finish() }
        }
    }

    /// - Returns: What ends the observation, and whether the operation had finished when it began.
    package final func observe(
        _ handler: @escaping @Sendable (OperationChange) -> Void
    ) -> (ObservationToken, hasFinished: Bool) {
        // What a subclass answers now: what is told is what differs from that.
        readinessDidChange()
        let isReady = isReady
        // So that it is known when the last dependency has finished. In one step, so that who ends the last observation
        // meanwhile finds either this one or no count.
        let (log, number, hasFinished) = countDependencies {
            links.withLock { links in
                let (_, state) = updateUntold { OperationState(word: $0.word | OperationState.observed) }
                return links.value.changeRare { rare in
                    var observers = rare.observers ?? OperationObservers()
                    let number = observers.add(handler, state, isReady: isReady)
                    rare.observers = observers
                    return (observers.log, number, state.has(OperationState.finished))
                }
            }
        }
        // The log is the operation's alone: what it holds may hold the observation, and is let go of with the operation.
        let observation = ObservationToken { [weak self, weak log] in
            guard let log, log.remove(number) else { return }
            self?.stopCountingDependencies { log.isEmpty }
        }
        return (observation, hasFinished)
    }

    /// Tells the observers what was noted for them. Under no lock.
    @inline(__always)
    final func tellObservers(_ state: OperationState) {
        if state.has(OperationState.observed) { tellObservers() }
    }

    private func tellObservers() { links.withLock { $0.rare?.observers?.log }?.tell() }

    /// Notes a change for the observers.
    final func note(_ change: OperationChange) {
        links.withLock { $0.rare?.observers?.log.note(change) }
    }

    /// ``update(_:)``, with the observers told in the order of the changes.
    @inline(never)
    final func updateObserved(
        _ change: (OperationState) -> OperationState?
    ) -> (changed: Bool, before: OperationState) {
        links.withLock { links in
            let (before, after) = updateUntold(change)
            if after != before { links.rare?.observers?.note(before, after) }
            return (after != before, before)
        }
    }

    // MARK: Announcing

    /// Says that a property is about to change. Here for code that was written for NSOperation.
    public final func willChangeValue<Value>(for keyPath: KeyPath<Operation, Value>) {}

    /// Says that an overridden property has changed: that ``isExecuting``, ``isFinished`` or ``isReady`` is another now.
    ///
    /// A subclass that overrides ``start()`` calls it after each change, under no lock of its own. It has to be the key
    /// path of `Operation` (`\.isFinished`, or `\Operation.isFinished`).
    ///
    /// Verified by rules 1.13 to 1.15, 1.17, 1.18 and 1.22.
    public final func didChangeValue<Value>(for keyPath: KeyPath<Operation, Value>) {
        if let property = OperationProperty(keyPath) { didChange(property) }
    }

    /// ``willChangeValue(for:)``, as older code says it.
    public final func willChangeValue(forKey key: String) {}

    /// ``didChangeValue(for:)``, as older code says it: `isFinished` or `finished`. Other keys mean nothing.
    public final func didChangeValue(forKey key: String) {
        if let property = OperationProperty(key: key) { didChange(property) }
    }

    private func didChange(_ property: OperationProperty) {
        switch property {
        case .isFinished: if isFinished { finish(tellingWorker: false) }
        case .isExecuting:
            guard isExecuting else { return }
            let (_, before) = update { state in
                if state.has(OperationState.finished) { return nil }
                return OperationState(word: state.word | OperationState.executing)
            }
            tellObservers(before)
        case .isReady: readinessDidChange()
        case .isAsynchronous: noteAnnounced(property, isAsynchronous)
        case .isCancelled: noteAnnounced(property, isCancelled)
        // Whatever sets these tells of it.
        case .queuePriority, .dependencies, .completionBlock: break
        }
    }

    private func noteAnnounced(_ property: OperationProperty, _ value: Bool) {
        guard snapshot.has(OperationState.observed) else { return }
        links.withLock { $0.rare?.observers?.note(property, value) }
        tellObservers(snapshot)
    }
}

/// Ends a stream when its last holder is gone: the observer, which goes with the operation.
private final class StreamEnd: Sendable {
    let continuation: AsyncStream<OperationStateChange>.Continuation

    init(_ continuation: AsyncStream<OperationStateChange>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}

/// A step in an operation's life (``Operation/stateChanges``).
public enum OperationStateChange: Hashable, Sendable {
    /// Whether it is ready now; false again only for a dependency that was added before it started.
    case ready(Bool)
    /// It has begun.
    case executing
    /// It was asked to stop (rule 2.1).
    case cancelled
    /// It is at its end; nothing comes after this (rule 1.3).
    case finished
}
