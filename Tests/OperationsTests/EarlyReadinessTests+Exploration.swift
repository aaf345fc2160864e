import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// What happens at the same time as a dependency ends.
extension EarlyReadinessTests {
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

    @Test func dependencyEndsWhileAnOperationIsReleased() async {
        /// Takes some steps to go.
        final class Going: Operation, @unchecked Sendable {
            let (isAsked, isGoing): (Latch, Latch)

            init(_ isAsked: Latch, _ isGoing: Latch) { (self.isAsked, self.isGoing) = (isAsked, isGoing) }

            deinit {
                isGoing.open()
                _ = (isFinished, name)
            }

            override var isReady: Bool {
                ExploredSchedule.expect(!isGoing.isOpen, "it was asked while it was released")
                guard super.isReady else { return false }
                isAsked.open()
                return true
            }
        }
        let report = await explore(schedules: 1_000) {
            let (isAsked, isGoing) = (Latch("it is asked"), Latch("it is going"))
            let dependency = BlockOperation {}
            // The first is another, and the last.
            let others = [Going(Latch("first"), Latch("first")), Going(Latch("last"), Latch("last"))]
            others[0].addDependency(dependency)
            var operation: Going? = Going(isAsked, isGoing)
            operation?.addDependency(dependency)
            others[1].addDependency(dependency)
            let ender = startTask { dependency.start() }
            operation = nil
            await ender.value
            ExploredSchedule.expect(isGoing.isOpen, "it was not released")
            for other in others { ExploredSchedule.expect(other.isAsked.isOpen, "another was not asked") }
            ExploredSchedule.cover(isAsked.isOpen ? "asked" : "not asked")
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.covered.count == 2, "\(report)")
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
