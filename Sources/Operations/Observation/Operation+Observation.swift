internal import ConcurrencyPrimitives

// Declared for the protocol and not for the class: there a client's own members of these names, in a subclass or an extension,
// neither override it nor compete with it. And there the handler can be given the subclass.

extension BoundedWaitingOperation where Self: Operation {
    /// Has `changeHandler` called after each change of a property, in an order that agrees with the life cycle.
    ///
    /// These can be observed: `isReady`, `isExecuting`, `isFinished`, `isCancelled`, `isAsynchronous` (`isConcurrent`),
    /// `queuePriority`, `dependencies` and `completionBlock`. A change that this package makes is reported once. So is each
    /// announcement that a subclass makes of a property that it overrides, whether or not the value is another
    /// (``Operation/didChangeValue(for:)``); and of any other property, which is never reported unless it is announced by its key
    /// path.
    ///
    /// ```swift
    /// let observation = operation.observe(\.isFinished) { operation, _ in … }
    /// ```
    ///
    /// The handler is called under no lock, one call at a time, on the thread that has made the change or, if that thread
    /// finds another telling an earlier one, on that other. What it changes itself is reported afterwards. The property has
    /// its new value before that, so who waits for the end may go on before `isFinished` is reported. An operation that
    /// nobody observes pays nothing for this.
    ///
    /// Verified by rule 1.22.
    ///
    /// - Parameters:
    ///   - keyPath: The property, of `Operation`, as `\.isFinished` is also where the operation is of a subclass.
    ///   - options: Which values a change is to hold, whether the handler gets the present one at once, and whether it
    ///     is called before a change as well. For a change that this package makes, both calls come afterwards.
    ///   - changeHandler: Called for each change until the observation ends.
    /// - Returns: What ends the observation when it is let go of.
    /// - Complexity: O(1), and O(dependencies) if it is the first.
    public func observe<Value>(
        _ keyPath: KeyPath<Operation, Value>, options: ObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, ObservedChange<Value>) -> Void
    ) -> ObservationToken {
        // Key paths are values, though the compiler doesn't know of each that it can be sent.
        nonisolated(unsafe) let path = keyPath
        return observe(OperationProperty(keyPath), keyPath, options, changeHandler) { $0[keyPath: path] }
    }

    /// ``observe(_:options:changeHandler:)-(KeyPath<Operation,Value>,_,_)``, of a property of a subclass's own.
    @_disfavoredOverload
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: ObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, ObservedChange<Value>) -> Void
    ) -> ObservationToken {
        nonisolated(unsafe) let path = keyPath
        return observe(OperationProperty(ofSubclass: keyPath), keyPath, options, changeHandler) {
            $0[keyPath: path]
        }
    }

    /// - Parameters:
    ///   - property: Which property it is; nil if it is of a subclass's own, that of `keyPath`.
    ///   - read: Reads it.
    private func observe<Value>(
        _ property: OperationProperty?, _ keyPath: AnyKeyPath, _ options: ObservingOptions,
        _ changeHandler: @escaping @Sendable (Self, ObservedChange<Value>) -> Void,
        read: @escaping @Sendable (Self) -> Value
    ) -> ObservationToken {
        let observer = PropertyObserver(options, changeHandler)
        let own = property == nil ? OtherProperty(keyPath: keyPath) : nil
        let (token, _) = observe { [unowned self] change in
            switch change {
            case .changed(property, let old, let new):
                observer.change(self, from: old.any as? Value, to: new.any as! Value)
            case .announcedBefore(property, let value): observer.willChange(self, value.any as? Value)
            case .announced(property, let value, let isNews):
                var old = value.any
                if isNews, case .flag(let flag) = value { old = !flag }
                observer.didChange(self, from: old as? Value, to: value.any as! Value)
            case .announcedOther(own, isPrior: true): observer.willChange(self, read(self))
            case .announcedOther(own, isPrior: false):
                let new = read(self)
                observer.didChange(self, from: new, to: new)
            default: break
            }
        }
        // Only now, so that no change is lost between: one may be reported first.
        observer.begin(self, read(self))
        return token
    }

    /// The states that the operation passes through from now on, as they change; ends when the operation has finished, or
    /// is released before it could. The sequence doesn't hold it.
    ///
    /// Each iteration over a sequence that this returned takes from it; so ask for one for each that listens.
    ///
    /// Verified by rule 1.22.
    public var stateChanges: AsyncStream<OperationStateChange> {
        AsyncStream { continuation in
            let end = StreamEnd(continuation)
            let (observation, hasFinished) = observe { change in
                guard let (property, value) = change.flag else { return }
                switch property {
                case .isReady: end.continuation.yield(.ready(value))
                case .isExecuting: if value { end.continuation.yield(.executing) }
                case .isCancelled: if value { end.continuation.yield(.cancelled) }
                case .isFinished:
                    guard value else { return }
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
}

extension Operation {
    /// - Returns: What ends the observation, and whether the operation had finished when it began.
    package final func observe(
        _ handler: @escaping @Sendable (OperationChange) -> Void
    ) -> (ObservationToken, hasFinished: Bool) {
        // What a subclass answers now: what is reported is what differs from that.
        readinessDidChange()
        let isReady = isReady
        // So that it is known when the last dependency has finished.
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
        let observation = ObservationToken { [weak log] in _ = log?.remove(number) }
        return (observation, hasFinished)
    }

    /// Tells the observers what was noted for them. Under no lock.
    @inline(__always)
    final func tellObservers(_ state: OperationState) {
        if state.has(OperationState.observed) { tellObservers() }
    }

    final func tellObservers() { links.withLock { $0.rare?.observers?.log }?.tell() }

    /// Notes for the observers that the dependencies are others.
    final func noteDependencies(_ before: [Operation], _ after: [Operation]) {
        links.withLock {
            $0.rare?.observers?.log.note(
                .changed(.dependencies, from: .operations(before), to: .operations(after)))
        }
    }

    /// ``update(_:)``, with the observers notified in the order of the changes.
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
}

/// Ends a stream when its last holder is gone: the observer, which goes with the operation.
private final class StreamEnd: Sendable {
    let continuation: AsyncStream<OperationStateChange>.Continuation

    init(_ continuation: AsyncStream<OperationStateChange>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}

/// A step in an operation's life (``BoundedWaitingOperation/stateChanges``).
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
