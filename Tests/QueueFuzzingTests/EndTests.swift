import Testing

@testable import QueueFuzzing

/// The sentences of the model about ends: a history that each alone refuses, and one that it allows.
@Suite struct EndTests {
    private let completing: [FuzzProgram.Operation] = [.init(hasCompletion: true)]

    private func expect(
        _ sentences: Set<ModelSentence>, limit: Int = 1,
        _ operations: [FuzzProgram.Operation] = Array(repeating: .init(), count: 2), hasEnded: Bool = true,
        at location: SourceLocation = #_sourceLocation, _ write: (inout MadeUpHistory) -> Void
    ) {
        let refusals = MadeUpHistory.refusals(limit: limit, operations, hasEnded: hasEnded, write)
        #expect(refusals == sentences, sourceLocation: location)
    }

    @Test(arguments: [true, false]) func waitForAnOperationThatReturnsEarlyIsRefused(isEarly: Bool) {
        expect(isEarly ? [.waitForOperation] : []) { history in
            history.add(0)
            if isEarly { history.call(.wait(0)) }
            history.run(0)
            if !isEarly { history.call(.wait(0)) }
        }
    }

    @Test(arguments: [true, false]) func addingThatWaitsAndReturnsEarlyIsRefused(isEarly: Bool) {
        expect(isEarly ? [.waitForOperation] : []) { history in
            let add = history.invoke(.addMany([0, 1], queue: 0, waits: true))
            history.run(0)
            if isEarly { history.finish(add) }
            history.run(1)
            if !isEarly { history.finish(add) }
        }
    }

    @Test(arguments: [true, false]) func waitForAQueueThatReturnsEarlyIsRefused(isEarly: Bool) {
        expect(isEarly ? [.waitForAll] : []) { history in
            history.add(0)
            let wait = history.invoke(.waitForAll(queue: 0))
            history.begin(0)
            if isEarly { history.finish(wait) }
            history.end(0)
            if !isEarly { history.finish(wait) }
        }
    }

    @Test func waitForAQueueMayReturnAtAMomentBetweenTwoOperations() {
        expect([]) { history in
            history.add(0)
            let wait = history.invoke(.waitForAll(queue: 0), thread: 2)
            history.run(0)
            history.add(1)
            history.finish(wait)
            history.run(1)
        }
    }

    @Test(arguments: [true, false]) func completionBlockBeforeTheEndIsRefused(isEarly: Bool) {
        expect(isEarly ? [.completionAfterEnd] : [], completing) { history in
            history.add(0)
            history.begin(0)
            if isEarly { history.complete(0) }
            history.end(0)
            if !isEarly { history.complete(0) }
        }
    }

    @Test(arguments: [0, 1, 2]) func completionBlockRunsOnce(times: Int) {
        expect(times == 1 ? [] : [.completionOnce], completing) { history in
            history.add(0)
            history.run(0)
            for _ in 0..<times { history.complete(0) }
        }
    }

    @Test(arguments: [true, false]) func operationThatNeverStartsIsRefused(hasEnded: Bool) {
        expect(hasEnded ? [] : [.everythingEnds], hasEnded: hasEnded) { history in
            history.add(0)
            let wait = history.invoke(.wait(0))
            if hasEnded {
                history.run(0)
                history.finish(wait)
            }
        }
    }

    @Test func waitThatNeverReturnsIsRefused() {
        expect([.everythingEnds], hasEnded: false) { history in
            history.add(0)
            history.run(0)
            _ = history.invoke(.wait(0))
        }
    }
}
