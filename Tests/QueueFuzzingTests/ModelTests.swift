import Testing

@testable import QueueFuzzing

/// For each sentence of the model, a history that it alone refuses, and the same without the fault, which the model allows.
@Suite struct ModelTests {
    private func expect(
        _ sentences: Set<ModelSentence>, limit: Int = 1,
        _ operations: [FuzzProgram.Operation] = Array(repeating: .init(), count: 3), hasEnded: Bool = true,
        at location: SourceLocation = #_sourceLocation, _ write: (inout MadeUpHistory) -> Void
    ) {
        let refusals = MadeUpHistory.refusals(limit: limit, operations, hasEnded: hasEnded, write)
        #expect(refusals == sentences, sourceLocation: location)
    }

    @Test(arguments: [1, 2]) func bodyThatRunsTwiceIsRefused(times: Int) {
        expect(times == 2 ? [.runsOnce] : []) { history in
            history.add(0)
            for _ in 0..<times { history.run(0) }
        }
    }

    @Test(arguments: [true, false]) func bodyOfCancelledOperationIsRefused(isCancelledFirst: Bool) {
        expect(isCancelledFirst ? [.cancelledNeverRuns] : []) { history in
            if isCancelledFirst { history.call(.cancel(0)) }
            history.add(0)
            history.run(0)
            if !isCancelledFirst { history.call(.cancel(0)) }
        }
    }

    @Test func cancelThatRacesWithTheStartHasTwoOutcomes() {
        for runs in [true, false] {
            expect([]) { history in
                history.add(0)
                history.call(.cancel(0))
                if runs { history.run(0) }
            }
        }
    }

    @Test(arguments: [true, false]) func operationThatIsSkippedWithoutACancelIsRefused(isCancelled: Bool) {
        expect(isCancelled ? [] : [.onlyCancelledIsSkipped]) { history in
            history.add(0)
            if isCancelled { history.call(.cancelAll(queue: 0)) }
        }
    }

    @Test(arguments: [Int32(1), 2]) func startByHandThatRunsElsewhereIsRefused(thread: Int32) {
        expect(thread == 2 ? [.startsByHandAtOnce] : []) { history in
            let start = history.invoke(.start(0))
            history.begin(0, thread: thread)
            history.end(0, thread: thread)
            history.finish(start)
        }
    }

    @Test(arguments: [Int32(1), 2]) func bodyInsideTheCallThatAddsIsRefused(thread: Int32) {
        expect(thread == 1 ? [.neverInsideAdd] : []) { history in
            let add = history.invoke(.add(0, queue: 0))
            history.begin(0, thread: thread)
            history.end(0, thread: thread)
            history.finish(add)
        }
    }

    @Test(arguments: [true, false]) func operationThatPassesItsDependencyIsRefused(isKept: Bool) {
        expect(isKept ? [] : [.dependencies]) { history in
            history.call(.addDependency(1, on: 0))
            history.add(0, 1)
            if isKept { history.run(0, 1) } else { history.run(1, 0) }
        }
    }

    @Test func dependencyThatWasRemovedOrAddedLateHoldsNothingForCertain() {
        expect([]) { history in
            history.call(.addDependency(1, on: 0))
            history.add(1)
            history.call(.removeDependency(1, on: 0))
            history.run(1)
            history.add(0)
            history.run(0)
        }
        expect([]) { history in
            history.add(1)
            history.call(.addDependency(1, on: 0))
            history.run(1)
            history.add(0)
            history.run(0)
        }
    }

    @Test(arguments: [true, false]) func dependencyThatIsCancelledAndExecutesStillHolds(hasEnded: Bool) {
        expect(hasEnded ? [] : [.dependencies], limit: 2) { history in
            history.call(.addDependency(1, on: 0))
            history.add(0, 1)
            history.begin(0)
            history.call(.cancel(0))
            if hasEnded { history.end(0) }
            history.run(1)
            if !hasEnded { history.end(0) }
        }
    }

    @Test(arguments: [true, false]) func startUnderSuspensionIsRefused(isResumed: Bool) {
        expect(isResumed ? [] : [.suspension]) { history in
            history.call(.setSuspended(queue: 0, true))
            history.add(0)
            if isResumed { _ = history.invoke(.setSuspended(queue: 0, false)) }
            history.run(0)
        }
    }

    @Test func startThatOverlapsSuspendingIsAllowed() {
        expect([]) { history in
            let suspend = history.invoke(.setSuspended(queue: 0, true))
            history.add(0)
            history.finish(suspend)
            history.run(0)
        }
    }

    @Test(arguments: [true, false]) func startAtLimitZeroIsRefused(isRaised: Bool) {
        expect(isRaised ? [] : [.limitZero]) { history in
            history.call(.setLimit(queue: 0, 0))
            history.add(0)
            if isRaised { history.call(.setLimit(queue: 0, 1)) }
            history.run(0)
        }
    }

    private let withBarrier: [FuzzProgram.Operation] = [.init(), .init(isBarrier: true), .init()]

    @Test(arguments: [[0, 1, 2], [1, 0, 2], [0, 2, 1]]) func barrierThatIsPassedIsRefused(order: [Int]) {
        let refusal: Set<ModelSentence> =
            order[0] == 1 ? [.barrierWaits] : order[1] == 2 ? [.barrierHolds] : []
        expect(refusal, limit: 3, withBarrier) { history in
            history.add(0, 1, 2)
            for operation in order { history.run(operation) }
        }
    }

    @Test func barrierAndAnAddThatOverlapHaveNoOrder() {
        expect([], limit: 3, withBarrier) { history in
            let add = history.invoke(.add(2, queue: 0), thread: 2)
            history.add(1)
            history.finish(add)
            history.run(2, 1)
            history.add(0)
            history.run(0)
        }
    }

    @Test(arguments: [1, 2]) func overlapBeyondTheLimitIsRefused(limit: Int) {
        expect(limit == 1 ? [.limit] : [], limit: limit) { history in
            history.add(0, 1)
            history.begin(0)
            history.begin(1)
            history.end(0)
            history.end(1)
        }
    }

    @Test(arguments: [true, false]) func loweredLimitHoldsFromTheNextStart(isAddedAfter: Bool) {
        expect(isAddedAfter ? [.limit] : [], limit: 2) { history in
            history.add(0)
            if !isAddedAfter { history.add(1) }
            history.begin(0)
            history.call(.setLimit(queue: 0, 1))
            if isAddedAfter { history.add(1) }
            history.begin(1)
            history.end(0)
            history.end(1)
        }
    }

    @Test(arguments: [0, 4]) func lowerPriorityThatGoesFirstIsRefused(priority: Int) {
        let operations = [FuzzProgram.Operation(), .init(), .init(priority: priority)]
        expect(priority == 4 ? [.priority] : [], operations) { history in
            history.add(0)
            history.begin(0)
            history.add(1, 2)
            history.end(0)
            history.run(1, 2)
        }
    }

    @Test func priorityThatChangesMeanwhileDecidesNothing() {
        expect([]) { history in
            history.add(0)
            history.begin(0)
            history.add(1, 2)
            let change = history.invoke(.setPriority(2, 8), thread: 2)
            history.end(0)
            history.run(1)
            history.finish(change)
            history.run(2)
        }
    }

    @Test(arguments: [true, false]) func equalOperationsInAnotherOrderThanOfAddingAreRefused(isInOrder: Bool)
    {
        expect(isInOrder ? [] : [.orderOfAdding]) { history in
            history.add(0)
            history.begin(0)
            history.add(1, 2)
            history.end(0)
            if isInOrder { history.run(1, 2) } else { history.run(2, 1) }
        }
    }

    @Test func orderAboveLimitOneIsOpen() {
        expect([], limit: 2) { history in
            history.add(0)
            history.begin(0)
            history.add(1, 2)
            history.end(0)
            history.run(2, 1)
        }
    }
}
