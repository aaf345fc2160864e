import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Operations of blocks.
struct BlockOperationTests {
    @Test func blockRuns() {
        let log = Log<Int>()
        BlockOperation { log.append(1) }.start()
        #expect(log.entries == [1])
    }

    @Test func blockOperationWithoutBlocksFinishes() {
        let operation = BlockOperation()
        #expect(operation.executionBlocks.isEmpty)
        operation.start()
        #expect(operation.isFinished)
    }

    @Test func executionBlocksAreCounted() {
        let operation = BlockOperation {}
        #expect(operation.executionBlocks.count == 1)
        operation.addExecutionBlock {}
        operation.addExecutionBlock {}
        #expect(operation.executionBlocks.count == 3)
    }

    @Test func blockAddedToAnEmptyOperationRuns() {
        let operation = BlockOperation(), log = Log<Int>()
        operation.addExecutionBlock { log.append(1) }
        #expect(operation.executionBlocks.count == 1)
        operation.start()
        #expect(log.entries == [1])
    }

    @Test(arguments: [1, 2, 3, 10]) func everyBlockRunsOnce(count: Int) async {
        let entries = await onThread {
            let operation = BlockOperation(), log = Log<Int>()
            for number in 0..<count { operation.addExecutionBlock { log.append(number) } }
            operation.start()
            return log.entries
        }
        #expect(entries.sorted() == Array(0..<count))
    }

    @Test func executionBlocksCanBeCalled() {
        let log = Log<Int>(), operation = BlockOperation { log.append(1) }
        for block in operation.executionBlocks { block() }
        #expect(log.entries == [1])
        #expect(!operation.isFinished)
    }

    @Test func cancelledBlockOperationRunsNoBlock() {
        let log = Log<Int>(), operation = BlockOperation { log.append(1) }
        operation.addExecutionBlock { log.append(2) }
        operation.cancel()
        operation.start()
        #expect(log.entries == [])
        #expect(operation.isFinished)
    }

    @Test func operationExecutesWhileItsBlockRuns() {
        let log = Log<Bool>()
        let operation = BlockOperation()
        operation.addExecutionBlock { [unowned operation] in log.append(operation.isExecuting) }
        operation.start()
        #expect(log.entries == [true])
        #expect(!operation.isExecuting)
    }

    @Test func endComesAfterTheLastBlock() async {
        let (entries, isFinished) = await onThread {
            let log = Log<Int>(), operation = BlockOperation { log.append(0) }
            for number in 1..<5 { operation.addExecutionBlock { log.append(number) } }
            OperationQueue().addOperations([operation], waitUntilFinished: true)
            return (log.entries.count, operation.isFinished)
        }
        #expect(entries == 5)
        #expect(isFinished)
    }

    @Test func blockOperationCanBeADependency() async {
        let entries = await onThread {
            let log = Log<Int>(), queue = OperationQueue()
            let first = BlockOperation { log.append(1) }, second = BlockOperation { log.append(2) }
            second.addDependency(first)
            queue.addOperations([second, first], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == [1, 2])
    }

    @Test func subclassWithAnInitialiserOfItsOwnNeedNotCallSuper() {
        let operation = NumberedBlock(number: 7)
        operation.addExecutionBlock {}
        #expect(operation.number == 7)
        #expect(operation.executionBlocks.count == 1)
    }

    @Test func subclassInheritsTheConvenienceInitialiser() {
        let log = Log<Int>(), operation = CountingBlock { log.append(1) }
        #expect(operation.initialisations == 1)
        operation.start()
        #expect(log.entries == [1])
    }

    @Test func subclassMayOverrideMainAndCallTheBlocks() {
        let log = Log<String>(), operation = FramedBlock(log)
        operation.addExecutionBlock { log.append("block") }
        operation.start()
        #expect(log.entries == ["before", "block", "after"])
    }

    @Test func subclassMayReplaceItsBlocks() {
        let operation = FixedBlocks()
        #expect(operation.executionBlocks.count == 2)
    }

    @Test func whatABlockHoldsIsReleasedWithTheOperation() {
        weak var released: Recorder?
        do {
            let held = Recorder()
            released = held
            let operation = BlockOperation { held.note("block") }
            operation.start()
            #expect(held.notes == ["block"])
        }
        #expect(released == nil)
    }
}

private final class NumberedBlock: BlockOperation, @unchecked Sendable {
    let number: Int

    init(number: Int) { self.number = number }
}

private final class CountingBlock: BlockOperation, @unchecked Sendable {
    let initialisations: Int

    override init() {
        initialisations = 1
        super.init()
    }
}

private final class FramedBlock: BlockOperation, @unchecked Sendable {
    private let log: Log<String>

    init(_ log: Log<String>) {
        self.log = log
        super.init()
    }

    override func main() {
        log.append("before")
        super.main()
        log.append("after")
    }
}

private final class FixedBlocks: BlockOperation, @unchecked Sendable {
    override var executionBlocks: [@Sendable () -> Void] { [{}, {}] }
}
