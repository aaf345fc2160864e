import ConcurrencyPrimitives

/// A serial queue of tasks: each awaits the one that was added before it.
///
/// One lock guards the last task, so that tasks are chained in the order of adding.
public final class ChainedTaskQueue: Sendable {
    /// What a version of this design has had wrong.
    public enum Flaw: String, CaseIterable, Sendable {
        /// A task throws what the one before it threw, and doesn't run.
        case errorEndsChain
    }

    private let flaw: Flaw?
    private let last = Mutex<Task<Void, any Error>?>(nil)

    public init(flaw: Flaw? = nil) { self.flaw = flaw }

    public func add<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Task<
        Value, any Error
    > {
        last.withLock { [flaw] last in
            let task = Task { [last] in
                if flaw == .errorEndsChain { try await last?.value } else { _ = await last?.result }
                return try await body()
            }
            last = Task { _ = try await task.value }
            return task
        }
    }
}
