internal import ConcurrencyPrimitives

/// An operation that runs blocks, and finishes after all of them.
///
/// The first runs on the thread of the operation, each further one on a thread of its own beside it.
///
/// Verified by rules 11.6 to 11.8.
///
/// - Note: `@unchecked` because its superclass is; the only field is not changed once the operation has been made.
open class BlockOperation: Operation, @unchecked Sendable {
    /// Written by the initialiser alone. Not checked for exclusive access at run time, which a block that is run would pay for.
    @exclusivity(unchecked)
    private var first = FirstBlock(body: nil)

    /// An operation to which blocks are to be added.
    ///
    /// The only designated initialiser, as Foundation's: so a subclass with an initialiser of its own need not call it.
    public override init() { super.init() }

    /// An operation that runs `block` on the thread that starts it; further blocks can be added (rule 11.6).
    public convenience init(block: consuming @escaping @Sendable () -> Void) {
        self.init()
        // Where nothing was: an assignment would release that, and retain this operation meanwhile.
        withUnsafeMutablePointer(to: &first) { $0.initialize(to: FirstBlock(body: block)) }
    }

    /// The blocks that the operation runs.
    open var executionBlocks: [@Sendable () -> Void] { (first.body.map { [$0] } ?? []) + furtherBlocks }

    /// Few block operations have more than one block: the others lie with the links, which few operations have.
    private var furtherBlocks: [@Sendable () -> Void] { links.withLock { $0.rare?.furtherBlocks ?? [] } }

    /// Adds a block, to run beside the others.
    ///
    /// - Precondition: The operation isn't executing and hasn't finished (rule 11.8).
    open func addExecutionBlock(_ block: @escaping @Sendable () -> Void) {
        // Under the lock, so that `main`, which looks only if it finds the bit, finds the block as well.
        let hasStarted = links.withLock { links in
            let (before, _) = updateUntold { state in
                if state.has(OperationState.executing | OperationState.finished) { return nil }
                return OperationState(word: state.word | OperationState.hasFurtherBlocks)
            }
            if before.has(OperationState.executing | OperationState.finished) { return true }
            links.value.changeRare { $0.furtherBlocks.append(block) }
            return false
        }
        if hasStarted { misuse("11.8", "a block was added to \(described), which has started.") }
    }

    open override func main() {
        if snapshot.has(OperationState.hasFurtherBlocks) { runAll() } else { first.run() }
    }

    private func runAll() {
        let further = furtherBlocks
        let countdown = Countdown(count: further.count)
        let queue = CurrentQueue.owner
        for block in further {
            WorkerThread.start {
                CurrentQueue.$ofTask.withValue(queue, operation: block)
                countdown.arrive()
            }
        }
        first.run()
        countdown.wait()
    }
}

/// The block that an operation was made with. It can't be copied, so it is called where it is stored: a block in a variable would
/// be retained for the call.
private struct FirstBlock: ~Copyable, Sendable {
    let body: (@Sendable () -> Void)?

    borrowing func run() { body?() }
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
