import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// A networking operation whose callbacks come on another thread, or on a run loop that is kept alive for them.
struct NetworkingTests {
    /// When an operation is cancelled.
    enum Moment: CaseIterable, Sendable {
        case never, beforeAdding, whileItWaits, onTheFirstPart, onTheLastPart, afterItsEnd
    }

    @Test(arguments: Connection.Callbacks.elsewhere, Moment.allCases)
    func connectionEndsOnceWheneverItIsCancelled(callbacks: Connection.Callbacks, moment: Moment) async {
        let outcome = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            let completions = Log<Bool>(), hasCompleted = Latch()
            let last = Connection.parts.count
            let operation = ConnectionOperation(Self.url, callbacks: callbacks) { operation, parts in
                if moment == .onTheFirstPart && parts == 1 || moment == .onTheLastPart && parts == last {
                    operation.cancel()
                }
            }
            operation.completionBlock = { [unowned operation] in
                completions.append(operation.isFinished)
                hasCompleted.open()
            }
            if moment == .beforeAdding { operation.cancel() }
            queue.addOperation(operation)
            // In a serial queue: it runs only if the slot is given on.
            let hasFollowed = Log<Bool>()
            queue.addOperation { hasFollowed.append(operation.isFinished) }
            if moment == .whileItWaits { operation.cancel() }
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
            hasCompleted.wait()
            if moment == .afterItsEnd { operation.cancel() }
            return Outcome(operation, completions: completions.entries, followers: hasFollowed.entries)
        }
        let parts: Int =
            switch moment {
            case .beforeAdding, .whileItWaits: 0
            case .onTheFirstPart: 1
            case .never, .onTheLastPart, .afterItsEnd: Connection.parts.count
            }
        #expect(outcome.data == Connection.parts.prefix(parts).reduce(Data(), +))
        #expect(outcome.completions == [true])
        #expect(outcome.followers == [true])
        #expect(outcome.isFinished && !outcome.isExecuting)
        // Rule 2.2: after the end, nothing changes.
        #expect(outcome.isCancelled == ![.never, .afterItsEnd].contains(moment))
    }

    /// Rule 2.14: cancelled from another thread while the parts arrive.
    @Test(arguments: Connection.Callbacks.elsewhere)
    func connectionsCancelledWhileDataArrivesEnd(callbacks: Connection.Callbacks) async {
        let (outcomes, completed) = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 8
            let completed = Log<Int>(), areAll = Latch(200), areCancelled = Latch(2)
            let operations = (0..<200).map { number in
                let operation = ConnectionOperation(Self.url, callbacks: callbacks)
                operation.completionBlock = {
                    completed.append(number)
                    areAll.open()
                }
                return operation
            }
            for part in 0..<2 {
                Thread.detachNewThread {
                    for number in 0..<100 where number % 4 != 3 { operations[number * 2 + part].cancel() }
                    areCancelled.open()
                }
            }
            for operation in operations { queue.addOperation(operation) }
            queue.waitUntilAllOperationsAreFinished()
            areCancelled.wait()
            areAll.wait()
            return (operations.map { Outcome($0) }, completed.entries)
        }
        #expect(completed.sorted() == Array(0..<200))
        for (number, outcome) in outcomes.enumerated() {
            #expect(outcome.isFinished && !outcome.isExecuting, "\(number)")
            #expect(outcome.isComplete || outcome.isCancelled, "\(number)")
            if number / 2 % 4 == 3 { #expect(!outcome.isCancelled, "\(number)") }
        }
    }

    /// A connection after the other, the second depends on the first, and one is in between.
    @Test(arguments: Connection.Callbacks.elsewhere)
    func cancelledConnectionReleasesItsDependents(callbacks: Connection.Callbacks) async {
        let outcomes = await onThread {
            let queue = OperationQueue()
            let first = ConnectionOperation(Self.url, callbacks: callbacks) { operation, _ in
                operation.cancel()
            }
            let second = ConnectionOperation(Self.url, callbacks: callbacks)
            second.addDependency(first)
            queue.addOperations([second, first], waitUntilFinished: true)
            return [Outcome(first), Outcome(second)]
        }
        #expect(outcomes.map(\.isCancelled) == [true, false])
        #expect(outcomes.map(\.isComplete) == [false, true])
    }

    /// Many threads start connections by hand, without any queue.
    @Test(arguments: Connection.Callbacks.elsewhere)
    func connectionsMayBeStartedFromOwnThreads(callbacks: Connection.Callbacks) async {
        let outcomes = await onThread {
            let operations = (0..<8).map { _ in ConnectionOperation(Self.url, callbacks: callbacks) }
            for operation in operations {
                Thread.detachNewThread { operation.start() }
            }
            for operation in operations { operation.waitUntilFinished() }
            return operations.map { Outcome($0) }
        }
        #expect(outcomes.map(\.isComplete) == Array(repeating: true, count: 8))
    }

    private static let url = URL(string: "http://localhost/hello")!

    private struct Outcome {
        let data: Data
        let isComplete: Bool
        let isCancelled: Bool
        let isFinished: Bool
        let isExecuting: Bool
        let completions: [Bool]
        let followers: [Bool]

        init(_ operation: ConnectionOperation, completions: [Bool] = [], followers: [Bool] = []) {
            data = operation.data
            isComplete = operation.isComplete
            isCancelled = operation.isCancelled
            isFinished = operation.isFinished
            isExecuting = operation.isExecuting
            self.completions = completions
            self.followers = followers
        }
    }
}
