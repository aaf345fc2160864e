import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

/// Operations in no queue whose `isReady` a subclass answers.
@Suite(.serialized)
struct EarlyReadinessTests {
    /// Is held back until it is opened. Notes what its superclass answered when it was asked.
    final class Conditional: Operation, @unchecked Sendable {
        private let isOpen = Atomic<UInt64>(0)
        private let log = Mutex<[Bool]>([])
        let isAskedWhenFree: Latch

        init(isAskedWhenFree: Latch = Latch("it is asked when no dependency holds it back")) {
            self.isAskedWhenFree = isAskedWhenFree
        }

        var answers: [Bool] { log.withLock { $0 } }

        override var isReady: Bool {
            // Takes the locks that an operation has.
            _ = (dependencies, name)
            let isFree = super.isReady
            log.withLock { $0.append(isFree) }
            if isFree { isAskedWhenFree.open() }
            return isOpen.load() == 1 && isFree
        }

        func open() {
            isOpen.store(1)
            didChangeValue(for: \.isReady)
        }
    }

    @Test func operationIsAskedInAddDependencyAndAtTheLastEnd() {
        let (operation, first, second) = (Conditional(), BlockOperation {}, BlockOperation {})
        operation.addDependency(first)
        #expect(operation.answers == [false])
        operation.addDependency(second)
        operation.addDependency(second)
        #expect(operation.answers == [false, false], "the third call adds nothing")
        first.start()
        #expect(operation.answers == [false, false], "the first to end is not the last")
        second.start()
        #expect(operation.answers == [false, false, true])
        operation.addDependency(BlockOperation.finished)
        #expect(operation.answers == [false, false, true, true])
    }

    @Test func operationIsAskedWhenItsLastDependencyIsRemoved() {
        let (operation, dependency) = (Conditional(), BlockOperation {})
        operation.addDependency(dependency)
        operation.removeDependency(dependency)
        #expect(operation.answers == [false, true])
        dependency.start()
        #expect(operation.answers == [false, true], "it depends on it no longer")
    }

    @Test func operationIsStartedByHandOnceItsDependencyIsFinished() {
        let (operation, dependency) = (Operation.Plain(), BlockOperation {})
        operation.addDependency(dependency)
        // Told before the dependents are.
        let observation = dependency.observe(\.isFinished, options: .new) { _, change in
            if change.newValue == true { operation.start() }
        }
        defer { withExtendedLifetime(observation) {} }
        dependency.start()
        #expect(operation.isFinished)
    }

    @Test(arguments: [false, true])
    func operationIsReadyWhileManyDependenciesComeAndGo(_ isOfClientsClass: Bool) {
        let operation = isOfClientsClass ? Operation.Plain() : BlockOperation {}
        let dependencies = (0..<64).map { _ in BlockOperation {} }
        for dependency in dependencies {
            operation.addDependency(dependency)
            #expect(!operation.isReady)
        }
        // Those in the middle go first, then those before, then those behind.
        for index in Array(16..<48) + Array(0..<16) + Array(48..<64) {
            #expect(!operation.isReady)
            if index.isMultiple(of: 3) {
                dependencies[index].start()
            } else {
                operation.removeDependency(dependencies[index])
            }
        }
        #expect(operation.isReady)
        let last = BlockOperation {}
        operation.addDependency(last)
        #expect(!operation.isReady)
        last.start()
        #expect(operation.isReady)
    }

    @Test func dependencyHoldsNoOperationThatIsInNoQueue() {
        let dependency = BlockOperation {}
        weak var released: Operation?
        do {
            let operation = Conditional()
            operation.addDependency(dependency)
            let observation = operation.observe(\.isReady) { _, _ in }
            defer { withExtendedLifetime(observation) {} }
            released = operation
        }
        #expect(released == nil)
        dependency.start()
    }

    @Test func dependentsAreAskedInTheOrderOfAdding() {
        let hub = BlockOperation {}
        let order = Mutex<[Int]>([])
        final class Dependent: Operation, @unchecked Sendable {
            var whenFree: @Sendable () -> Void = {}
            override var isReady: Bool {
                guard super.isReady else { return false }
                whenFree()
                return true
            }
        }
        let dependents = (0..<1_000).map { index in
            let dependent = Dependent()
            dependent.whenFree = { order.withLock { $0.append(index) } }
            dependent.addDependency(hub)
            return dependent
        }
        for index in stride(from: 1, to: 1_000, by: 2) { dependents[index].removeDependency(hub) }
        order.withLock { $0 = [] }
        // An operation doesn't keep its dependents, and no queue has these.
        withExtendedLifetime(dependents) { hub.start() }
        #expect(order.withLock { $0 } == Array(stride(from: 0, to: 1_000, by: 2)))
    }
}

extension Operation {
    /// Of a client's class, which overrides nothing that matters here.
    final class Plain: Operation, @unchecked Sendable {
        override func main() {}
    }
}

extension BlockOperation {
    fileprivate static var finished: BlockOperation {
        let operation = BlockOperation {}
        operation.start()
        return operation
    }
}
