import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Names that a client gives to members of its own subclasses and extensions.
struct OwnNamesTests {
    @Test func subclassOfAnOperationHasItsOwnMembers() async {
        let operation = Busy()
        #expect(operation.stateChanges == 3)
        #expect(operation.waitUntilFinished(timeout: 2.5) == "2.5")
        #expect(operation.observe("isFinished") == "isFinished")
        #expect(await operation.waitUntilFinished() == "awaited")
        #expect(operation.described == "busy")
        #expect(
            operation.state == 1 && operation.owner == "me" && operation.begin() && operation.finish() == 2)
    }

    @Test func subclassOfAQueueHasItsOwnMembers() {
        let queue = Counting()
        queue.setSuspended(true)
        queue.setName("own")
        #expect(queue.settings == ["suspended true", "name own"])
        #expect(queue.workProgress == 0.5)
        #expect(queue.dependencyCycle() == [1])
        #expect(queue.observe { $0 + 1 } == 2)
        #expect(queue.core == 1 && queue.inbox == 2 && queue.strategy == "own" && queue.handle == 3)
    }

    @Test func subclassOfAQueueHasItsOwnWait() async {
        #expect(await Counting().waitUntilAllOperationsAreFinished() == "awaited")
    }

    @Test func extensionOfAnOperationHasItsOwnMembers() {
        #expect(Operation().isOver == false)
        #expect(Operation().dependencyCount == 0)
        #expect(BlockOperation {}.dependencyCount == 0)
    }

    @Test func extensionOfTheQueueHasItsOwnMembers() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            queue.addOperations(
                BlockOperation { log.append(1) }, BlockOperation { log.append(2) })
            queue.waitUntilAllOperationsAreFinished()
            return log.entries.sorted()
        }
        #expect(entries == [1, 2])
    }

    @Test func ownNameOfAQualityIsFound() {
        #expect(QualityOfService.utility.title == "utility")
        #expect(Operation().qualityOfService.title == "other")
    }

    @Test func classesCanBeNestedNamesToo() {
        #expect(Space.Operation().number == 1)
        #expect(Space.OperationQueue().number == 2)
    }

    @Test func aliasesOfTheClassesWork() {
        let operation: Job = JobOfBlocks {}, queue: Jobs = Jobs()
        #expect(operation is BlockOperation)
        #expect(queue.operationCount == 0)
        let priority: Job.QueuePriority = .high
        operation.queuePriority = priority
        #expect(operation.queuePriority == .high)
    }
}

private typealias Job = Operation
private typealias JobOfBlocks = BlockOperation
private typealias Jobs = OperationQueue

private enum Space {
    struct Operation { let number = 1 }
    struct OperationQueue { let number = 2 }
}

private final class Busy: Operation, @unchecked Sendable {
    var stateChanges: Int { 3 }
    var described: String { "busy" }
    var state: Int { 1 }
    var owner: String { "me" }

    func begin() -> Bool { true }
    func finish() -> Int { 2 }
    func observe(_ key: String) -> String { key }
    func waitUntilFinished(timeout: Double) -> String { "\(timeout)" }
    func waitUntilFinished() async -> String { "awaited" }
}

private final class Counting: OperationQueue, @unchecked Sendable {
    @Guarded private(set) var settings: [String] = []

    var core: Int { 1 }
    var inbox: Int { 2 }
    var handle: Int { 3 }
    var strategy: String { "own" }
    var workProgress: Double { 0.5 }

    func setSuspended(_ suspended: Bool) { settings.append("suspended \(suspended)") }
    func setName(_ name: String?) { settings.append("name \(name ?? "none")") }
    func dependencyCycle() -> [Int] { [1] }
    func observe(_ step: (Int) -> Int) -> Int { step(1) }
    func waitUntilAllOperationsAreFinished() async -> String { "awaited" }
}

extension Operation {
    fileprivate var isOver: Bool { isFinished }
    fileprivate var dependencyCount: Int { dependencies.count }
}

extension OperationQueue {
    fileprivate func addOperations(_ operations: Operation...) {
        addOperations(operations, waitUntilFinished: false)
    }
}

extension QualityOfService {
    fileprivate var title: String { self == .utility ? "utility" : "other" }
}
