import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// Operations in no queue whose `isReady` a subclass answers.
@Suite(.serialized)
struct EarlyReadinessTests {
    /// Is held back until it is opened. Notes what its superclass answered when it was asked.
    private final class Conditional: Operation, @unchecked Sendable {
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
        hub.start()
        #expect(order.withLock { $0 } == Array(stride(from: 0, to: 1_000, by: 2)))
    }

    // MARK: Explored

    @Test(arguments: [false, true])
    func operationIsReadyOnceItsDependenciesAreFinished(_ isOfClientsClass: Bool) async {
        let report = await explore(schedules: 500, name: "ready once finished \(isOfClientsClass)") {
            let operation = isOfClientsClass ? Operation.Plain() : BlockOperation {}
            let dependencies = [BlockOperation {}, BlockOperation {}]
            for dependency in dependencies { operation.addDependency(dependency) }
            // Has its dependencies counted, whatever its class.
            let observation = operation.observe(\.isReady) { _, _ in }
            defer { withExtendedLifetime(observation) {} }
            let enders = dependencies.map { dependency in startTask { dependency.start() } }
            let isReady = operation.isReady
            let areFinished = dependencies.allSatisfy(\.isFinished)
            ExploredSchedule.expect(!isReady || areFinished, "it was ready too early")
            if areFinished { ExploredSchedule.expect(operation.isReady, "it wasn't ready") }
            ExploredSchedule.cover(areFinished ? "finished" : "unfinished")
            for ender in enders { await ender.value }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.covered.count == 2, "\(report)")
    }

    @Test func lastReferenceGoesWhileTheDependencyEnds() async {
        let report = await explore(schedules: 500) {
            let dependency = BlockOperation {}
            let isAsked = Latch("the first is asked when no dependency holds it back")
            var first: Conditional? = Conditional(isAskedWhenFree: isAsked)
            first?.addDependency(dependency)
            weak let released = first
            // Held by what depends on it, and that by another.
            var last: Conditional? = Conditional()
            last?.addDependency(Conditional())
            last?.dependencies[0].addDependency(first.take()!)
            let ender = startTask { dependency.start() }
            last = nil
            await ender.value
            ExploredSchedule.expect(released == nil, "it was not released")
            ExploredSchedule.cover(isAsked.isOpen ? "asked" : "not asked")
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.covered["asked"] != nil && report.covered["not asked"] != nil, "\(report)")
    }

    /// Of two dependencies one ends, whose thread may find the operation while its last reference goes; the other one never ends.
    @Test func operationIsNotFreeOfADependencyThatIsLetGo() async {
        let report = await explore(schedules: 1_000) {
            let (ending, endless) = (BlockOperation {}, BlockOperation {})
            let isAsked = Latch("the operation is asked when no dependency holds it back")
            var operation: Conditional? = Conditional(isAskedWhenFree: isAsked)
            operation?.addDependency(endless)
            operation?.addDependency(ending)
            weak let released = operation
            var last: Conditional? = Conditional()
            last?.addDependency(operation.take()!)
            let ender = startTask { ending.start() }
            last = nil
            ExploredSchedule.cover(released == nil ? "released" : "found")
            await ender.value
            ExploredSchedule.expect(released == nil, "it was not released")
            ExploredSchedule.expect(!isAsked.isOpen, "it was asked, and ready otherwise")
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.covered.count == 2, "\(report)")
    }

    /// What a dependency has besides its dependents, and keeps when it has ended.
    enum Extra: CaseIterable {
        case nothing, name, observer

        func give(to operation: Operation) -> ObservationToken? {
            switch self {
            case .nothing: return nil
            case .name:
                operation.name = "first"
                return nil
            case .observer: return operation.observe(\.isFinished) { _, _ in }
            }
        }
    }

    @Test(arguments: OperationLifeTests.queues.indices, Extra.allCases)
    func everyOperationIsAskedAfterItsLastChange(_ index: Int, _ extra: Extra) async {
        for isCancelled in [false, true] {
            let name = "asked in no queue \(index) \(extra) \(isCancelled)"
            let report = await explore(schedules: 500, name: name) {
                let (operation, first, second) = (Conditional(), BlockOperation {}, BlockOperation {})
                let observation = extra.give(to: first)
                defer { withExtendedLifetime(observation) {} }
                operation.addDependency(first)
                let changes = [
                    startTask { first.start() },
                    startTask {
                        operation.addDependency(second)
                        if isCancelled { operation.cancel() } else { operation.removeDependency(first) }
                        second.start()
                    },
                    startTask {
                        await operation.isAskedWhenFree.wait()
                        operation.open()
                    },
                ]
                OperationLifeTests.queues[index]().addOperation(operation)
                await operation.waitUntilFinished()
                for change in changes { await change.value }
                ExploredSchedule.expect(
                    operation.isFinished && (isCancelled || !operation.isCancelled), "it hasn't ended well")
            }
            #expect(report.hasPassed, "\(report)")
        }
    }

    /// Nothing but the end of its dependency lets the operation start.
    @Test(arguments: OperationLifeTests.queues.indices, Extra.allCases)
    func operationIsAddedWhileItsDependencyEnds(_ index: Int, _ extra: Extra) async {
        let report = await explore(schedules: 500, name: "added at the end \(index) \(extra)") {
            let (operation, dependency) = (Operation.Plain(), BlockOperation {})
            let observation = extra.give(to: dependency)
            defer { withExtendedLifetime(observation) {} }
            operation.addDependency(dependency)
            let ender = startTask { dependency.start() }
            OperationLifeTests.queues[index]().addOperation(operation)
            await operation.waitUntilFinished()
            await ender.value
        }
        #expect(report.hasPassed, "\(report)")
    }
}

extension Operation {
    /// Of a client's class, which overrides nothing that matters here.
    fileprivate final class Plain: Operation, @unchecked Sendable {
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
