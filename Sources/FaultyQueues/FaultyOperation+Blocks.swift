internal import ConcurrencyPrimitives

/// Several blocks in one operation.
extension FaultyOperation {
    /// Adds a block, to run beside the others.
    ///
    /// - Precondition: The operation has been made with a block, isn't executing and hasn't finished (rule 11.8).
    public func addExecutionBlock(_ block: @escaping @Sendable () -> Void) {
        let isLate = domain.read {
            let isLate = isCurrentlyExecuting || isCurrentlyFinished
            if !isLate { currentBlocks.append(block) }
            return isLate
        }
        if isLate && defect != .lateBlockIsIgnored {
            stop("11.8", "a block is added to an operation that executes or has finished")
        }
    }

    /// Runs all blocks, the first on this thread, and returns after the last of them.
    func runBlocks() {
        let blocks = domain.read { currentBlocks }
        if defect == .blocksRunInTurn { return blocks.forEach { $0() } }
        let queue = defect == .furtherBlocksHaveNoCurrent ? nil : FaultyQueue.ofTask
        let ends = blocks.dropFirst().map { block in
            let end = Parker()
            WorkerThread.start {
                FaultyQueue.$ofTask.withValue(queue, operation: block)
                end.unpark()
            }
            return end
        }
        blocks.first?()
        if defect != .firstBlockFinishes { for end in ends { end.park() } }
    }
}

extension Defect {
    static let lateBlockIsIgnored = Defect(
        "lateBlockIsIgnored", .blocks, "adding a block to an operation that executes or has finished returns",
        caughtBy: "11.8")
    static let blocksRunInTurn = Defect(
        "blocksRunInTurn", .blocks, "the blocks of an operation run one after the other", caughtBy: "11.7")
    static let furtherBlocksHaveNoCurrent = Defect(
        "furtherBlocksHaveNoCurrent", .queueProperties,
        "current is nil in all blocks of an operation but the first", caughtBy: "10.1")
    static let firstBlockFinishes = Defect(
        "firstBlockFinishes", .blocks, "a block operation finishes with its first block", caughtBy: "11.6")
}
