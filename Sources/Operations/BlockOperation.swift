internal import ConcurrencyPrimitives

/// An operation that runs blocks, and finishes after all of them.
///
/// The first runs on the thread of the operation, each further one on a thread of its own beside it.
///
/// - Note: `@unchecked` because its superclass is; the only field is a mutex.
public final class BlockOperation: Operation, @unchecked Sendable {
    private let block: @Sendable () -> Void
    private let furtherBlocks = Mutex<[@Sendable () -> Void]>([])

    public init(block: @escaping @Sendable () -> Void) { self.block = block }

    /// The blocks that the operation runs.
    public var executionBlocks: [@Sendable () -> Void] { [block] + furtherBlocks.withLock { $0 } }

    /// Adds a block, to run beside the others.
    ///
    /// - Precondition: The operation isn't executing and hasn't finished (rule 11.8).
    public func addExecutionBlock(_ block: @escaping @Sendable () -> Void) {
        furtherBlocks.withLock { blocks in
            if isExecuting || isFinished {
                misuse("11.8", "a block was added to \(described), which has started.")
            }
            blocks.append(block)
        }
    }

    public override func main() {
        let further = furtherBlocks.withLock { $0 }
        if further.isEmpty { return block() }
        let countdown = Countdown(count: further.count)
        let queue = CurrentQueue.owner
        for block in further {
            WorkerThread.start {
                CurrentQueue.$ofTask.withValue(queue, operation: block)
                countdown.arrive()
            }
        }
        block()
        countdown.wait()
    }
}

/// Lets one thread wait until a number of others have arrived.
private final class Countdown: Sendable {
    private let remaining: Atomic<Int>
    private let parker = Parker()

    init(count: Int) { remaining = Atomic(count) }

    func arrive() {
        if remaining.adding(-1) == 0 { parker.unpark() }
    }

    func wait() { parker.park() }
}
