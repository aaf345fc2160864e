extension Operation {
    /// Who waits for this operation, and what is to be called at its end.
    struct Links: DefaultInitializable {
        /// Queued operations that wait for this one, each of them counting it. An entry is a token: who takes
        /// it out lowers that count, exactly once. Those in no queue: ``RareLinks/earlyDependents``.
        var dependents = OperationList()
        var waiters = WaiterList()
        var completionBlock: (@Sendable () -> Void)?
        /// Nil until something of it is set: every operation that has dependents pays for what stands here.
        var rare: RareLinks?

        init() {}

        /// Sets something of what is rarely there.
        mutating func changeRare<Result>(_ change: (RareLinks) -> Result) -> Result {
            let rare = rare ?? RareLinks()
            self.rare = rare
            return change(rare)
        }
    }

    /// What few operations have.
    ///
    /// - Note: `@unchecked Sendable`: an operation's links hold it, and it is read and changed under their lock only. One that
    ///   was taken out of them at the end is the finisher's alone.
    final class RareLinks: @unchecked Sendable {
        var name: String?
        /// Called when the operation has finished, before its dependents are released. Each has a handler beside it.
        var endNotes: [@Sendable (Operation) -> Void] = []
        /// Called when the operation has finished, before the waiters are woken.
        var endHandlers: [@Sendable (Operation) -> Void] = []
        /// What a block operation runs besides its first block.
        var furtherBlocks: [@Sendable () -> Void] = []
        /// Who is notified of changes.
        var observers: OperationObservers?
        /// Operations in no queue that wait for this one, and count it already. They aren't held.
        ///
        /// Not checked for exclusive access at run time: the lock sees to that.
        @exclusivity(unchecked)
        var earlyDependents = EarlyDependents()

        /// Whether it is of use once the operation has ended.
        var outlivesEnd: Bool { name != nil || observers != nil || !furtherBlocks.isEmpty }

        /// Takes out what is to be notified of the end, if anything is.
        func takeForEnd() -> RareLinks? {
            if endHandlers.isEmpty, earlyDependents.isEmpty { return nil }
            let taken = RareLinks()
            swap(&taken.endNotes, &endNotes)
            swap(&taken.endHandlers, &endHandlers)
            swap(&taken.earlyDependents, &earlyDependents)
            return taken
        }
    }
}

extension Boxed<Operation.Links> {
    /// What is rarely there, if it is.
    var rare: Operation.RareLinks? { ifPresent { $0.pointee.rare } ?? nil }

    var completionBlock: (@Sendable () -> Void)? { ifPresent { $0.pointee.completionBlock } ?? nil }

    /// Calls `body` with each that waits for the operation. Under no lock: the last reference to an early one may be the
    /// caller's.
    func forEachDependent(_ body: (Operation) -> Void) {
        _ = ifPresent { links in
            links.pointee.dependents.forEach(body)
            links.pointee.rare?.earlyDependents.forEach(body)
        }
    }

    func forEachWaiter(_ body: (Waiter) -> Void) { _ = ifPresent { $0.pointee.waiters.forEach(body) } }
}
