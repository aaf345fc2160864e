internal import ConcurrencyPrimitives

extension Operation {
    /// ``dependencies`` as this class knows them, whatever a subclass answers.
    final var ownDependencies: [Operation] {
        guard snapshot.has(OperationState.hasDependencies) else { return [] }
        return prerequisites.withLock { $0.ifPresent { $0.pointee.operations } ?? [] }
    }

    final func add(dependency operation: Operation) {
        let release = prerequisites.withLock { list in
            let before = snapshot.has(OperationState.observed) ? list.value.operations : nil
            guard list.value.insert(operation) else { return Release.nothing }
            if let before { noteDependencies(before, list.value.operations) }
            var (isCounted, release) = (false, Release.nothing)
            update { state in
                (isCounted, release) = (false, .nothing)
                var word = state.word | OperationState.hasDependencies
                if state.hasBegun { return OperationState(word: word) }
                let isAsked = state.isAskedOutsideQueues
                // Who asks may have to tell the queue, which it has to find alive (`ownerIfUnfinished`).
                if isAsked { word |= OperationState.counting | OperationState.shared }
                // What has finished holds nothing back, not for a moment either (rule 3.2).
                isCounted = word & OperationState.counting != 0 && !operation.hasFinished
                if isCounted { word = (word | OperationState.shared) + OperationState.dependency }
                let next = OperationState(word: word)
                if !isAsked { return next }
                release = next.release
                return next.toBeAsked
            }
            if isCounted, !register(with: operation) {
                let last = lowerCount()
                if last != .nothing { release = last }
            }
            return release
        }
        follow(release)
    }

    final func remove(dependency operation: Operation) {
        let release = prerequisites.withLock { list in
            let before = snapshot.has(OperationState.observed) ? list.value.operations : nil
            guard list.value.remove(operation) else { return Release.nothing }
            if let before { noteDependencies(before, list.value.operations) }
            guard snapshot.has(OperationState.counting) else { return .nothing }
            return operation.unregister(dependent: self) ? lowerCount() : .nothing
        }
        follow(release)
    }

    /// Lets go of what this operation waits for, and of what those wait for that nothing else holds. Never recurses.
    final func releaseDependencies() {
        // One alone, as in a chain, needs no array.
        var pending: [Operation] = []
        var next = moveDependencies(into: &pending)
        while var operation = next.take() ?? pending.popLast() {
            if isKnownUniquelyReferenced(&operation) { next = operation.moveDependencies(into: &pending) }
        }
    }

    private final func moveDependencies(into others: inout [Operation]) -> Operation? {
        prerequisites.withLock { list in
            // The tokens go before the operation, which they don't hold. The count stays: a dependency that ends now may find the
            // operation still, and must not find it free of the others.
            if snapshot.count > 0 { list.forEach { _ = $0.unregister(dependent: self) } }
            return list.changeIfPresent { $0.moveAll(into: &others) } ?? nil
        }
    }

    /// A dependency has finished, and has taken this operation out of its dependents.
    ///
    /// - Parameter worker: The worker that the dependency ended on, which reports to its queue later.
    final func dependencyDidFinish(_ worker: UnsafeMutablePointer<Worker>?) {
        follow(lowerCount(), worker)
    }

    /// Lowers the count by one edge.
    ///
    /// `shared` is set whenever an edge is counted, so the owner may be asked for.
    private func lowerCount() -> Release {
        var release = Release.nothing
        update { state in
            let next = OperationState(word: state.word - OperationState.dependency)
            release = .nothing
            if next.count > 0 || next.has(OperationState.cancelled) || next.isUnderWay { return next }
            release = next.release
            return next.toBeAsked
        }
        return release
    }

    /// Puts a token for this operation into a dependency: one that holds this operation if it has been added to a queue.
    /// False if the dependency has finished, and holds nothing back.
    ///
    /// Under the lock of this operation's dependencies, which the thread that adds the operation takes after it has set
    /// `added`: so that finds every token that doesn't hold.
    private func register(with dependency: Operation) -> Bool {
        if snapshot.has(OperationState.added) {
            return dependency.shareLinks { _ = $0.dependents.insert(self) }
        }
        return dependency.shareLinks { links in links.changeRare { $0.earlyDependents.insert(self) } }
    }

    /// Makes the token for `dependent`, if it is there, one that holds it. Once this operation has finished, the token is the
    /// finisher's, wherever it lies.
    private func hold(dependent: Operation) {
        links.withLock { links in
            if hasFinished { return }
            links.changeIfPresent { links in
                guard let rare = links.rare, rare.earlyDependents.remove(dependent) else { return }
                _ = links.dependents.insert(dependent)
            }
        }
    }

    /// Takes the token for `dependent` out. False if it was not there, so that somebody else has it.
    private func unregister(dependent: Operation) -> Bool {
        links.withLock { links in
            links.changeIfPresent { links in
                links.dependents.remove(dependent)
                    || links.rare?.earlyDependents.remove(dependent) ?? false
            } ?? false
        }
    }

    /// A cancelled operation may finish before its dependencies, which need not know it any longer.
    final func forgetDependencies() {
        prerequisites.withLock { list in
            list.forEach { _ = $0.unregister(dependent: self) }
        }
    }
}

// MARK: - For the queue

extension Operation {
    /// Gives the operation to a queue, in the thread that adds it: decides that it is added once only, and
    /// from now on counts its unfinished dependencies.
    ///
    /// - Returns: Whether the operation shares categories: then its queue has to take it in also if nothing would start it, at once
    ///   or when its turn has come.
    /// - Precondition: The operation was never added, nor started (rule 8.1).
    /// - Complexity: O(dependencies).
    @discardableResult
    package final func join(_ queue: OwnerHandle) -> Bool {
        var isMisused = false
        let (_, before) = update { state in
            isMisused = state.has(OperationState.added) || state.isUnderWay
            if isMisused { return nil }
            let counting = state.has(OperationState.hasDependencies) ? 0 : OperationState.counting
            return OperationState(word: state.word | OperationState.added | counting)
        }
        if isMisused {
            misuse("8.1", "\(described) was added to a queue and had been added or started before.")
        }
        ownerWord.setReference(Unmanaged.passUnretained(queue))
        if before.has(OperationState.hasDependencies) { countDependencies {} }
        if before.has(OperationState.readinessIsOurs) { return false }
        let sharesCategories = before.has(OperationState.prepares) && _prepareToJoin()
        // A dependency that finishes after this look has it asked itself. Whoever asked before it was counted may have got an
        // answer that a dependency's end has changed since, unseen. A read-modify-write, although it changes nothing: it comes
        // before or after that of the end, so that either that one sees what was prepared, or this one the end. Of a load and
        // that one, neither may see what the other did.
        let now = OperationState(word: state.formUnion(0))
        if now.isFreeOfDependencies, now.has(OperationState.held | OperationState.evaluating) || !isReady {
            askAnew()
        }
        return sharesCategories
    }

    /// Counts the unfinished dependencies from now on, each of which gets a token. If they are counted already, the tokens
    /// hold the operation from now on, if it has been added to a queue.
    ///
    /// - Parameter then: Called with the dependencies locked, once they are counted.
    final func countDependencies<Result: Sendable>(then: () -> Result) -> Result {
        prerequisites.withLock { list in
            countDependencies(list)
            return then()
        }
    }

    private func countDependencies(_ list: borrowing Boxed<OperationList>) {
        let now = snapshot
        if now.has(OperationState.counting) {
            if now.has(OperationState.added) { list.forEach { $0.hold(dependent: self) } }
            return
        }
        list.forEach { dependency in
            // Raised first: the dependency may finish, and lower it, right after it knows this one.
            _ = state.adding(OperationState.dependency)
            if !register(with: dependency) {
                _ = state.subtracting(OperationState.dependency)
            }
        }
        let before = OperationState(word: state.formUnion(OperationState.counting | OperationState.shared))
        // Whoever announced the end meanwhile has not seen that there was something to forget.
        if before.has(OperationState.finished) {
            list.forEach { _ = $0.unregister(dependent: self) }
        }
    }

    /// What a queue finds when it takes an operation in.
    package enum Entry { case released, contending, waiting, finished }

    /// Takes the operation into its queue, under that queue's lock. From the same step on, whoever releases
    /// the operation tells the queue.
    package final func enter() -> Entry {
        let before = OperationState(word: state.formUnion(OperationState.member))
        if before.has(OperationState.finished) {
            // It isn't to be a member, so its end doesn't keep the queue. Who has seen before the end that the queue is there
            // (`ownerIfUnfinished`) has retained it once this lock was free.
            if before.has(OperationState.shared) { links.withLock { _ in } }
            return .finished
        }
        if before.isStartable { return .released }
        return before.has(OperationState.contends) ? .contending : .waiting
    }

    /// ``queuePriority`` as a number from 0, the lowest, to 4.
    package final var priorityLevel: Int { snapshot.priorityLevel }

    /// Whether it was cancelled, whatever a subclass answers.
    package final var hasBeenCancelled: Bool { snapshot.has(OperationState.cancelled) }

    /// The quality of service that was set; nil if none was.
    package final var ownQuality: QualityOfService? {
        let quality = snapshot.quality
        return quality == .default ? nil : quality
    }

    /// Sets the quality of service; `default` is none.
    package final func setOwnQuality(_ quality: QualityOfService) {
        update { state in
            var state = state
            state.quality = quality
            return state
        }
    }

    /// Whether the queue may start the operation.
    package final var isStartable: Bool { snapshot.isStartable }

    /// Whether the queue has decided to start the operation. False again if its `start` has refused (``giveClaimBack()``).
    package final var isClaimed: Bool { snapshot.has(OperationState.claimed) }

    /// Decides to start the operation. False if a dependency came between, or if it has finished.
    package final func claim() -> Bool {
        update { state in
            guard state.isStartable, !state.isUnderWay else { return nil }
            return OperationState(word: state.word | OperationState.claimed)
        }.changed
    }
}
