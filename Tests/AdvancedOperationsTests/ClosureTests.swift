import AdvancedOperations
import Operations
import Testing

/// Operations whose work is a closure, which may take the operation.
struct ClosureTests {
    @Test(arguments: Kind.allCases) func closureTakesTheOperationOrNothing(_ kind: Kind) async {
        let log = Log<String>()
        let operations = [
            AdvancedBlockOperation { log.append("block") },
            AdvancedBlockOperation { operation in log.append(operation.name ?? "") },
            AdvancedTaskOperation { log.append("task") },
            AdvancedTaskOperation { operation in log.append(operation.name ?? "") },
            AdvancedBlockOperation { throw TestError(number: 1) },
            AdvancedTaskOperation { throw TestError(number: 2) },
        ]
        for (index, operation) in operations.enumerated() { operation.name = "\(index)" }
        let queue = kind.queue
        queue.addOperations(operations)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(log.entries.sorted() == ["1", "3", "block", "task"])
        #expect(operations.flatMap(\.errors).map { $0 as? TestError } == [1, 2].map(TestError.init))
    }
}
