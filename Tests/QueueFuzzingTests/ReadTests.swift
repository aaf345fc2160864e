import Testing

@testable import QueueFuzzing

/// The sentences of the model about what is read: a history that each alone refuses, and one that it allows.
@Suite struct ReadTests {
    private func expect(
        _ sentences: Set<ModelSentence>, limit: Int = 1,
        _ operations: [FuzzProgram.Operation] = Array(repeating: .init(), count: 2),
        at location: SourceLocation = #_sourceLocation, _ write: (inout MadeUpHistory) -> Void
    ) {
        let refusals = MadeUpHistory.refusals(limit: limit, operations, write)
        #expect(refusals == sentences, sourceLocation: location)
    }

    @Test(arguments: [true, false]) func executingIsTrueInTheBody(value: Bool) {
        expect(value ? [] : [.executing]) { history in
            history.add(0)
            history.begin(0)
            history.read(0, .isExecuting, value)
            history.end(0)
        }
    }

    @Test func executingThatComesBackIsRefused() {
        expect([.executing]) { history in
            history.add(0)
            history.run(0)
            history.read(0, .isExecuting, false)
            history.read(0, .isExecuting, true)
        }
    }

    @Test(arguments: [true, false]) func executingAndFinishedAreNotBothTrue(value: Bool) {
        expect(value ? [.executing] : []) { history in
            history.add(0)
            history.run(0)
            history.read(0, .isFinished, true)
            history.read(0, .isExecuting, value)
        }
    }

    @Test(arguments: [true, false]) func finishedThatFallsIsRefused(value: Bool) {
        expect(value ? [] : [.finished]) { history in
            history.add(0)
            history.run(0)
            history.call(.wait(0))
            history.read(0, .isFinished, value)
        }
    }

    @Test(arguments: [true, false]) func finishedBeforeTheEndIsRefused(value: Bool) {
        expect(value ? [.finished] : []) { history in
            history.add(0)
            history.begin(0)
            history.read(0, .isFinished, value)
            history.end(0)
        }
    }

    @Test(arguments: [true, false]) func cancelRaisesTheFlag(value: Bool) {
        expect(value ? [] : [.cancelled]) { history in
            history.add(0)
            history.begin(0)
            history.call(.cancel(0))
            history.read(0, .isCancelled, value)
            history.end(0)
        }
    }

    @Test(arguments: [true, false]) func cancelAfterTheEndHasNoEffect(value: Bool) {
        expect(value ? [.cancelled] : []) { history in
            history.add(0)
            history.run(0)
            history.call(.wait(0))
            history.call(.cancel(0))
            history.read(0, .isCancelled, value)
        }
    }

    @Test func flagThatFallsIsRefusedThoughTheCancelStillRuns() {
        expect([.cancelled]) { history in
            history.add(0)
            history.begin(0)
            let cancel = history.invoke(.cancel(0), thread: 2)
            history.read(0, .isCancelled, true)
            history.read(0, .isCancelled, false)
            history.finish(cancel)
            history.end(0)
        }
    }

    @Test(arguments: [true, false]) func cancelOfAllReachesWhatWasAddedBefore(isAddedBefore: Bool) {
        expect(isAddedBefore ? [.cancelled] : []) { history in
            history.add(1)
            history.begin(1)
            let add = history.invoke(.add(0, queue: 0), thread: 2)
            if isAddedBefore { history.finish(add) }
            history.call(.cancelAll(queue: 0))
            if !isAddedBefore { history.finish(add) }
            history.read(0, .isCancelled, false)
            history.end(1)
            if !isAddedBefore { history.run(0) }
        }
    }

    @Test(arguments: [true, false]) func operationWithADependencyIsNotReady(value: Bool) {
        expect(value ? [.ready] : []) { history in
            history.call(.addDependency(1, on: 0))
            history.read(1, .isReady, value)
            history.add(0, 1)
            history.run(0, 1)
        }
    }

    /// No rule says that readiness and the finish of the last dependency are one step.
    @Test func readinessMayFollowTheFinishLater() {
        expect([]) { history in
            history.call(.addDependency(1, on: 0))
            history.add(0, 1)
            history.run(0)
            history.read(0, .isFinished, true)
            history.read(1, .isReady, false)
            history.read(1, .isReady, true)
            history.run(1)
        }
        expect([.ready]) { history in
            history.call(.addDependency(1, on: 0))
            history.add(0, 1)
            history.run(0)
            history.read(1, .isReady, true)
            history.read(1, .isReady, false)
            history.run(1)
        }
    }

    @Test(arguments: [true, false]) func readinessBehindABarrierIsOpen(isBehind: Bool) {
        expect(isBehind ? [] : [.ready], [.init(), .init(isBarrier: true)]) { history in
            if isBehind { history.add(1) }
            history.add(0)
            history.read(0, .isReady, false)
            if isBehind { history.run(1, 0) } else { history.run(0) }
        }
    }

    @Test(arguments: [true, false]) func removedDependencyHoldsNothing(mayFinish: Bool) {
        expect(mayFinish ? [] : [.ready]) { history in
            history.call(.addDependency(1, on: 0))
            if mayFinish {
                history.add(0)
                history.run(0)
            }
            history.call(.removeDependency(1, on: 0))
            history.read(1, .isReady, false)
            history.add(1)
            history.run(1)
            if !mayFinish {
                history.add(0)
                history.run(0)
            }
        }
    }

    @Test(arguments: [true, false]) func cancelledOperationIsReady(value: Bool) {
        expect(value ? [] : [.ready]) { history in
            history.call(.addDependency(1, on: 0))
            history.call(.cancel(1))
            history.read(1, .isReady, value)
            history.add(0, 1)
            history.run(0)
        }
    }

    @Test(arguments: [0, 1, 2]) func countIsThatOfTheUnfinished(value: Int) {
        expect(value == 2 ? [] : [.count]) { history in
            history.add(0, 1)
            history.begin(0)
            history.call(.readCount(queue: 0), value)
            history.end(0)
            history.run(1)
        }
    }

    @Test(arguments: [0, 1]) func countAfterAWaitIsZero(value: Int) {
        expect(value == 0 ? [] : [.countAfterWait]) { history in
            history.add(0)
            history.run(0)
            history.call(.waitForAll(queue: 0))
            history.call(.readCount(queue: 0), value)
        }
    }

    @Test(arguments: [1, 2]) func limitReadsAsItWasSet(value: Int) {
        expect(value == 2 ? [] : [.limitRead]) { history in
            history.call(.setLimit(queue: 0, 2))
            history.call(.readLimit(queue: 0), value)
        }
    }

    @Test(arguments: [0, 1]) func suspensionReadsAsItWasSet(value: Int) {
        expect(value == 1 ? [] : [.suspensionRead]) { history in
            history.call(.setSuspended(queue: 0, true))
            history.call(.readSuspended(queue: 0), value)
        }
    }

    @Test func twoCallsThatOverlapSetEitherValue() {
        for value in [1, 0] {
            expect([]) { history in
                let suspend = history.invoke(.setSuspended(queue: 0, true), thread: 2)
                history.call(.setSuspended(queue: 0, false))
                history.finish(suspend)
                history.call(.readSuspended(queue: 0), value)
            }
        }
        expect([.suspensionRead]) { history in
            let suspend = history.invoke(.setSuspended(queue: 0, true), thread: 2)
            history.call(.setSuspended(queue: 0, false))
            history.finish(suspend)
            history.call(.readSuspended(queue: 0), 1)
            history.call(.readSuspended(queue: 0), 0)
        }
    }
}
