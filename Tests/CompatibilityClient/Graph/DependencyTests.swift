import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Dependencies between operations that no queue has.
struct DependencyTests {
    @Test func newOperationDependsOnNothing() { #expect(Operation().dependencies.isEmpty) }

    @Test func dependenciesAreListedInTheOrderOfAdding() {
        let operation = Operation(), dependencies = (0..<20).map { _ in Operation() }
        for dependency in dependencies { operation.addDependency(dependency) }
        #expect(operation.dependencies == dependencies)
    }

    @Test func addingTwiceIsAsOnce() {
        let operation = Operation(), dependency = Operation()
        operation.addDependency(dependency)
        operation.addDependency(dependency)
        #expect(operation.dependencies == [dependency])
    }

    @Test func operationWithAnUnfinishedDependencyIsNotReady() {
        let operation = Operation(), dependency = Operation()
        operation.addDependency(dependency)
        #expect(!operation.isReady)
        dependency.start()
        #expect(operation.isReady)
    }

    @Test func operationIsReadyAfterTheLastOfItsDependencies() {
        let operation = Operation(), dependencies = (0..<5).map { _ in Operation() }
        for dependency in dependencies { operation.addDependency(dependency) }
        for dependency in dependencies {
            #expect(!operation.isReady)
            dependency.start()
        }
        #expect(operation.isReady)
    }

    @Test func finishedDependencyHoldsNothingBack() {
        let operation = Operation(), dependency = Operation()
        dependency.start()
        operation.addDependency(dependency)
        #expect(operation.isReady)
        #expect(operation.dependencies == [dependency])
    }

    @Test func finishedDependenciesStayListed() {
        let operation = Operation(), dependency = Operation()
        operation.addDependency(dependency)
        dependency.start()
        #expect(operation.dependencies == [dependency])
    }

    @Test func cancelledDependencyHoldsUntilItFinishes() {
        let operation = Operation(), dependency = Operation()
        operation.addDependency(dependency)
        dependency.cancel()
        #expect(!operation.isReady)
        dependency.start()
        #expect(operation.isReady)
    }

    @Test func cancelledOperationWaitsForNothing() {
        let operation = Operation()
        operation.addDependency(Operation())
        operation.cancel()
        #expect(operation.isReady)
    }

    @Test func dependencyOfACancelledOperationHoldsNothing() {
        let operation = Operation()
        operation.cancel()
        operation.addDependency(Operation())
        #expect(operation.isReady)
    }

    @Test func removedDependencyIsNotListed() {
        let operation = Operation(), dependencies = (0..<3).map { _ in Operation() }
        for dependency in dependencies { operation.addDependency(dependency) }
        operation.removeDependency(dependencies[1])
        #expect(operation.dependencies == [dependencies[0], dependencies[2]])
    }

    @Test func removedDependencyHoldsNothingBack() {
        let operation = Operation(), dependency = Operation()
        operation.addDependency(dependency)
        operation.removeDependency(dependency)
        onFoundation(.removedDependencyHolds) { #expect(operation.isReady) }
    }

    @Test func removingAStrangerDoesNothing() {
        let operation = Operation(), dependency = Operation()
        operation.addDependency(dependency)
        operation.removeDependency(Operation())
        #expect(operation.dependencies == [dependency])
        #expect(!operation.isReady)
    }

    @Test func removingAFinishedDependencyLeavesTheOperationReady() {
        let operation = Operation(), dependency = Operation()
        operation.addDependency(dependency)
        dependency.start()
        operation.removeDependency(dependency)
        #expect(operation.isReady)
        #expect(operation.dependencies.isEmpty)
    }

    @Test(.skipped(.selfDependencyHangs)) func operationThatDependsOnItselfIsNeverReady() {
        let operation = Operation()
        operation.addDependency(operation)
        #expect(!operation.isReady)
        #expect(operation.dependencies == [operation])
        operation.cancel()
        #expect(operation.isReady)
        operation.removeDependency(operation)
    }

    @Test func cycleIsTaken() {
        let first = Operation(), second = Operation()
        first.addDependency(second)
        second.addDependency(first)
        #expect(!first.isReady && !second.isReady)
        first.cancel()
        first.start()
        #expect(second.isReady)
        first.removeDependency(second)
        second.removeDependency(first)
    }

    @Test func dependencyIsHeldByItsDependent() {
        weak var held: Operation?
        let operation = Operation()
        do {
            let dependency = Operation()
            held = dependency
            operation.addDependency(dependency)
        }
        #expect(held != nil)
        if let held { operation.removeDependency(held) }
        #expect(held == nil)
    }

    @Test(.skipped(.releasedDependentCrashes)) func dependentIsNotHeldByItsDependency() {
        weak var held: Operation?
        let dependency = Operation()
        do {
            let operation = Operation()
            held = operation
            operation.addDependency(dependency)
        }
        #expect(held == nil)
        dependency.start()
        #expect(dependency.isFinished)
    }

    @Test func dependenciesOfAFinishedOperationCanChange() {
        let operation = Operation(), dependency = Operation()
        operation.start()
        operation.addDependency(dependency)
        #expect(operation.isFinished)
        #expect(operation.dependencies == [dependency])
        operation.removeDependency(dependency)
        #expect(operation.dependencies.isEmpty)
    }

    @Test func subclassSeesEachDependency() {
        let operation = CountingDependent()
        operation.addDependency(Operation())
        operation.addDependency(Operation())
        #expect(operation.added == 2)
        #expect(operation.dependencies.count == 2)
    }

    @Test func dependenciesAreOfTheirOwnClass() {
        let operation = Operation()
        operation.addDependency(FetchOperation(url: URL(fileURLWithPath: "/a")))
        operation.addDependency(ParseOperation())
        #expect(operation.dependencies.compactMap { $0 as? FetchOperation }.count == 1)
        #expect(operation.dependencies.first { $0 is ParseOperation } != nil)
    }
}

private final class CountingDependent: Operation, @unchecked Sendable {
    @Guarded private(set) var added = 0

    override func addDependency(_ op: Operation) {
        added += 1
        super.addDependency(op)
    }
}
