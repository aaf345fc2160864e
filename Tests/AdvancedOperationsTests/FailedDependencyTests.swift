import AdvancedOperations
import OperationQueues
import Operations
import Testing

/// What the failure of ``NoFailedDependencies`` says.
struct FailedDependencyTests {
    private struct Refused: Error, CustomStringConvertible {
        var description: String { "The server refused." }
    }

    /// An operation with this condition that has finished after `dependencies`, with all that these need.
    private func dependent(on dependencies: [Operation], after others: [Operation] = []) async
        -> AdvancedOperation
    {
        let operation = AdvancedBlockOperation { _ in Issue.record("it has run") }
        operation.addCondition(NoFailedDependencies())
        for dependency in dependencies { operation.addDependency(dependency) }
        let queue = LockedOperationQueue()
        queue.addOperations(others + dependencies + [operation])
        await queue.waitUntilAllOperationsAreFinished()
        return operation
    }

    @Test func failureNamesTheDependenciesAndTheFirstError() async {
        let fine = BlockOperation {}
        let failed = (1...2).map { number in
            let operation = AdvancedBlockOperation { _ in throw TestError(number: number) }
            operation.name = "page \(number)"
            return operation
        }
        let operation = await dependent(on: [fine] + failed)
        #expect(
            operation.errors.map { "\($0)" } == [
                "The condition NoFailedDependencies wasn't met: failed: the operation 'page 1', "
                    + "the operation 'page 2'; first error: TestError(number: 1)."
            ])
    }

    @Test func failureAfterAGroupQuotesTheErrorOfItsOperation() async {
        let group = GroupOperation(operations: [AdvancedTaskOperation { _ in throw Refused() }])
        let operation = await dependent(on: [group])
        #expect(
            operation.errors.map { "\($0)" } == [
                "The condition NoFailedDependencies wasn't met: failed: an operation (GroupOperation); "
                    + "first error: The server refused."
            ])
    }

    /// Also along a chain that is too long for recursion.
    @Test func failureAfterAPipelineQuotesTheErrorThatItBeganWith() async {
        var last = PipelineOperation<Int> { throw Refused() }
        var chain: [Operation] = []
        for _ in 0..<20_000 {
            chain.append(last)
            last = last.then { $0 + 1 }
        }
        let operation = await dependent(on: [last], after: chain)
        #expect(last.errors.map { "\($0)" } == ["An operation before has no result: The server refused."])
        #expect(operation.errors.count == 1)
        #expect("\(operation.errors[0])".hasSuffix("; first error: The server refused."))
    }

    @Test func failureDoesNotGrowAlongAChain() async {
        var chain = [AdvancedBlockOperation { _ in throw Refused() }]
        for _ in 0..<1_000 {
            let next = AdvancedBlockOperation { _ in }
            next.addCondition(NoFailedDependencies())
            next.addDependency(chain[chain.count - 1])
            chain.append(next)
        }
        let queue = LockedOperationQueue()
        queue.addOperations(chain)
        await queue.waitUntilAllOperationsAreFinished()
        let second = chain[1].errors.map { "\($0)" }
        #expect(second.count == 1 && second[0].hasSuffix("; first error: The server refused."))
        #expect(chain[1_000].errors.map { "\($0)" } == second)
    }

    @Test func failuresThatSayTheSameAreEqual() async throws {
        let operation = await dependent(on: [AdvancedBlockOperation { _ in throw Refused() }])
        let failure = try #require(operation.errors.first as? ConditionFailed)
        let same = ConditionFailed(failure.condition, failure.reason)
        #expect(failure == same && failure.hashValue == same.hashValue)
    }
}
