internal import ConcurrencyPrimitives

/// How a subclass says that a property that it overrides has changed, as NSOperation's say it.
extension Operation {
    /// Says that an overridden property is about to change.
    ///
    /// It has to be said to observers alone, which get the value before the change.
    public final func willChangeValue<Value>(for keyPath: KeyPath<Operation, Value>) {
        guard isObserved, let property = OperationProperty(keyPath) else { return }
        willChange(property)
    }

    /// Says that an overridden property has changed: that ``isExecuting``, ``isFinished`` or ``isReady`` is another now.
    ///
    /// A subclass that overrides ``start()`` calls it after each change, under no lock of its own. It has to be the key
    /// path of `Operation` (`\.isFinished`, or `\Operation.isFinished`). Observers of the property are notified in any case,
    /// whether or not its value is another than before.
    ///
    /// Verified by rules 1.13 to 1.15, 1.17, 1.18 and 1.22.
    public final func didChangeValue<Value>(for keyPath: KeyPath<Operation, Value>) {
        if let property = OperationProperty(keyPath) { didChange(property, key: property.rawValue) }
    }

    /// ``willChangeValue(for:)``, as older code says it.
    public final func willChangeValue(forKey key: String) {
        guard isObserved else { return }
        if let property = OperationProperty(key: key) { willChange(property) }
        forEachAffected(by: key) { willChange($0) }
    }

    /// ``didChangeValue(for:)``, as older code says it: `isFinished` or `finished`. Other keys mean nothing, unless
    /// ``keyPathsForValuesAffectingValue(forKey:)`` names them.
    public final func didChangeValue(forKey key: String) {
        if let property = OperationProperty(key: key) {
            didChange(property, key: key)
        } else {
            forEachAffected(by: key) { didChange($0) }
        }
    }

    private var isObserved: Bool { snapshot.has(OperationState.observed) }

    /// Whether somebody observes, asked after a client's change. It changes the word by nothing: whoever observes from then on reads what the
    /// client has stored. A load could find nobody, while who observes reads what was there before.
    private var isObservedByNow: Bool {
        OperationState(word: state.formUnion(0)).has(OperationState.observed)
    }

    private func didChange(_ property: OperationProperty, key: String) {
        didChange(property)
        forEachAffected(by: key) { if $0 != property { didChange($0) } }
    }

    /// Calls `body` with each property that depends on the one with this key, in however many steps.
    private func forEachAffected(by key: String, _ body: (OperationProperty) -> Void) {
        // Few classes say that anything does.
        guard
            OperationProperty.all.contains(where: {
                !Self.keyPathsForValuesAffectingValue(forKey: $0.rawValue).isEmpty
            })
        else { return }
        var changed: Set = [key]
        var left = OperationProperty.all
        while let index = left.firstIndex(where: { property in
            !Self.keyPathsForValuesAffectingValue(forKey: property.rawValue).isDisjoint(with: changed)
        }) {
            let property = left.remove(at: index)
            changed.insert(property.rawValue)
            body(property)
        }
    }

    private func willChange(_ property: OperationProperty) {
        let value = value(of: property)
        links.withLock { $0.rare?.observers?.log.note(.announcedBefore(property, value)) }
        tellObservers()
    }

    private func didChange(_ property: OperationProperty) {
        let isToBeNoted =
            switch property {
            // Each changes the word below, and is noted then, too.
            case .isReady, .isFinished: isObserved
            case .isExecuting, .isAsynchronous, .isCancelled, .queuePriority, .dependencies, .completionBlock:
                isObservedByNow
            }
        if isToBeNoted {
            let value = value(of: property)
            links.withLock { _ = $0.rare?.observers?.note(property, value) }
            tellObservers()
        }
        switch property {
        case .isFinished: if isFinished { finish(tellingWorker: false) }
        case .isExecuting:
            guard isExecuting else { return }
            let (_, before) = update { state in
                if state.has(OperationState.finished) { return nil }
                return OperationState(word: state.word | OperationState.executing)
            }
            tellObservers(before)
        case .isReady:
            readinessDidChange()
            guard isObserved else { return }
            // While the operation is observed, the word changes only under this lock.
            links.withLock { $0.rare?.observers?.noteReadiness(snapshot) }
            tellObservers()
        // Whatever sets these acts on it.
        case .isAsynchronous, .isCancelled, .queuePriority, .dependencies, .completionBlock: break
        }
    }

    /// What the operation, or a subclass, answers.
    private func value(of property: OperationProperty) -> PropertyValue {
        switch property {
        case .isReady: .flag(isReady)
        case .isExecuting: .flag(isExecuting)
        case .isFinished: .flag(isFinished)
        case .isCancelled: .flag(isCancelled)
        case .isAsynchronous: .flag(isAsynchronous)
        case .queuePriority: .priority(queuePriority)
        case .dependencies: .operations(dependencies)
        case .completionBlock: .block(completionBlock)
        }
    }

    fileprivate final func announceOther(_ keyPath: AnyKeyPath, isPrior: Bool) {
        guard isPrior ? isObserved : isObservedByNow else { return }
        let property = OtherProperty(keyPath: keyPath)
        links.withLock { $0.rare?.observers?.log.note(.announcedOther(property, isPrior: isPrior)) }
        tellObservers()
    }
}

extension BoundedWaitingOperation where Self: Operation {
    /// Says that a property of a subclass's own is about to change.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        announceOther(keyPath, isPrior: true)
    }

    /// Says that a property of a subclass's own has changed, for those who observe it by the same key path.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        announceOther(keyPath, isPrior: false)
    }
}
