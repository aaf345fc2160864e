import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// What subclasses of an operation override, one property or method each.
struct OperationOverridesTests {
    @Test func qualityOfServiceCanBeFixed() {
        let operation = Overriding.Quality()
        #expect(operation.qualityOfService == .userInitiated)
        operation.qualityOfService = .background
        #expect(operation.qualityOfService == .userInitiated)
        #expect((operation as Operation).qualityOfService == .userInitiated)
    }

    @Test func qualityOfServiceCanBeObserved() {
        let operation = Overriding.ObservedQuality()
        operation.qualityOfService = .utility
        operation.qualityOfService = .background
        #expect(operation.seen == [.utility, .background])
        #expect(operation.qualityOfService == .background)
    }

    @Test func descriptionIsThatOfTheSubclass() {
        let operation: Operation = Overriding.Described("resize")
        #expect(operation.description == "<resize>")
        #expect("\(operation)" == "<resize>")
        #expect(String(describing: operation) == "<resize>")
    }

    @Test func debugDescriptionIsThatOfTheSubclass() {
        let operation: Operation = Overriding.Described("resize")
        #expect(operation.debugDescription == "<resize, debugged>")
        #expect(String(reflecting: operation) == "<resize, debugged>")
    }

    @Test func equalityIsThatOfTheSubclass() {
        let first: Operation = Overriding.Keyed(1), second: Operation = Overriding.Keyed(1)
        let third: Operation = Overriding.Keyed(2)
        #expect(first == second)
        #expect(first != third)
        #expect(first !== second)
        #expect([third, second].contains(first))
        #expect([third, second].firstIndex(of: first) == 1)
    }

    @Test func hashIsThatOfTheSubclass() {
        let operations: Set<Operation> = [Overriding.Keyed(1), Overriding.Keyed(1), Overriding.Keyed(2)]
        #expect(operations.count == 2)
        #expect(operations.contains(Overriding.Keyed(2)))
        #expect(Overriding.Keyed(3).hashValue == Overriding.Keyed(3).hashValue)
    }

    @Test func equalOperationsAreAddedEach() async {
        let counts = await onThread {
            let queue = OperationQueue.held(), operations = (0..<3).map { _ in Overriding.Keyed(1) }
            for operation in operations { queue.addOperation(operation) }
            let count = queue.operationCount
            queue.drain()
            return (count, operations.map(\.runs))
        }
        #expect(counts.0 == 3)
        #expect(counts.1 == [1, 1, 1])
    }

    @Test func equalDependenciesAreTwo() {
        let operation = Operation(), dependencies = [Overriding.Keyed(1), Overriding.Keyed(1)]
        for dependency in dependencies { operation.addDependency(dependency) }
        #expect(operation.dependencies.count == 2)
        dependencies[0].start()
        #expect(!operation.isReady)
        dependencies[1].start()
        #expect(operation.isReady)
    }

    @Test func completionBlockCanBeWrapped() async {
        let entries = await onThread {
            let operation = Overriding.WrappedCompletion(), log = Log<Int>(), hasRun = Latch()
            operation.completionBlock = {
                log.append(operation.wrapped)
                hasRun.open()
            }
            operation.start()
            hasRun.wait()
            return log.entries
        }
        #expect(entries == [1])
    }

    @Test func nameCanBeComputed() async {
        let operation = Overriding.Named()
        #expect(operation.name == "named")
        #expect((operation as Operation).name == "named")
    }

    @Test func priorityCanBeFixed() async {
        let entries = await onThread {
            let queue = OperationQueue.held(), operation = Overriding.Urgent()
            operation.queuePriority = .veryLow
            queue.addOperation(operation)
            queue.drain()
            return operation.queuePriority
        }
        #expect(entries == .veryHigh)
    }

    @Test func dependenciesCanBeWatched() {
        let operation = Overriding.Watchful(), dependency = Operation()
        operation.addDependency(dependency)
        operation.removeDependency(dependency)
        #expect(operation.notes == ["add", "remove"])
        #expect(operation.dependencies.isEmpty)
    }

    @Test func waitCanBeWatched() async {
        let notes = await onThread {
            let operation = Overriding.Watchful()
            operation.start()
            operation.waitUntilFinished()
            return operation.notes
        }
        #expect(notes == ["main", "wait"])
    }

    @Test func startCanBeWrapped() {
        let operation = Overriding.Started()
        operation.start()
        #expect(operation.notes == ["start", "main", "started"])
    }

    @Test func cancelCanBeWatched() {
        let operation = Overriding.Watchful()
        operation.cancel()
        #expect(operation.notes == ["cancel"])
        #expect(operation.isCancelled)
    }

    @Test func isCancelledCanBeOverridden() {
        let operation = Overriding.NeverCancelled()
        operation.cancel()
        #expect(!operation.isCancelled)
    }

    @Test func initialiserOfItsOwnNeedNotCallSuper() {
        let operation = Overriding.Numbered(number: 3)
        #expect(operation.number == 3)
        #expect(operation.isReady)
    }

    @Test func subclassOfASubclassWorks() async {
        let notes = await onThread {
            let operation = Overriding.Grandchild()
            OperationQueue().addOperations([operation], waitUntilFinished: true)
            return operation.notes
        }
        #expect(notes == ["grandchild", "main"])
    }

    @Test func genericSubclassWorks() async {
        let value = await onThread {
            let operation = Overriding.Producing { [1, 2, 3] }
            OperationQueue().addOperations([operation], waitUntilFinished: true)
            return operation.value
        }
        #expect(value == [1, 2, 3])
    }
}
