extension Operation {
    /// Who waits for this operation, and what else is rarely there.
    struct Links: DefaultInitializable {
        /// Queued operations that wait for this one, each of them counting it. An entry is a token: who takes
        /// it out lowers that count, exactly once.
        var dependents = OperationList()
        var waiters = WaiterList()
        /// Called when the operation has finished, before the waiters are woken.
        var endHandlers: [@Sendable (Operation) -> Void] = []
        var completionBlock: (@Sendable () -> Void)?
        var name: String?
        /// What a block operation runs besides its first block.
        var furtherBlocks: [@Sendable () -> Void] = []
        /// Who is told of changes.
        var observers: OperationObservers?

        init() {}
    }
}
