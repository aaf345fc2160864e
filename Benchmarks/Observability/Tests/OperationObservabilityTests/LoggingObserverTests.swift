import AdvancedOperations
import InMemoryLogging
import Logging
import OperationObservability
import Operations
import Testing

/// Each test on both queues.
@Suite struct LoggingObserverTests {
    private let handler: InMemoryLogHandler
    private let observer: LoggingObserver

    init() {
        var handler = InMemoryLogHandler()
        handler.logLevel = .trace
        let made = handler
        self.handler = handler
        observer = LoggingObserver(Logger(label: "test", factory: { _ in made }))
    }

    private var messages: [String] { handler.entries.map { "\($0.message)" } }

    @Test(arguments: Kind.allCases) func eachEventIsLoggedOnceInOrder(_ kind: Kind) async {
        let queue = kind.queue
        let operation = AdvancedBlockOperation { operation in
            let produced = BlockOperation {}
            produced.name = "child"
            operation.produceOperation(produced)
            operation.cancel()
            operation.cancel()
        }
        operation.name = "parent"
        operation.addObserver(observer)
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(
            messages == [
                "operation will start", "operation did start", "operation produced another",
                "operation was cancelled", "operation will finish", "operation did finish",
            ])
        #expect(handler.entries.allSatisfy { $0.level == .debug })
        #expect(handler.entries.allSatisfy { $0.metadata["operation"] == "parent" })
        #expect(handler.entries[2].metadata["produced"] == "child")
        #expect(handler.entries.last?.metadata["outcome"] == "cancelled")
        #expect(handler.entries.last?.metadata["errors"] == nil)
    }

    @Test(arguments: Kind.allCases) func failureIsLoggedWithItsErrorsAtALevelOfItsOwn(_ kind: Kind) async {
        let queue = kind.queue
        let operation = AdvancedBlockOperation { operation in
            operation.cancel(with: TestError(number: 1))
            throw TestError(number: 2)
        }
        operation.addObserver(observer)
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        let last = handler.entries.last
        #expect(last?.level == .error)
        #expect(last?.metadata["operation"] == "AdvancedBlockOperation")
        #expect(last?.metadata["outcome"] == "failed")
        #expect(last?.metadata["errors"] == ["TestError(number: 1)", "TestError(number: 2)"])
        #expect(handler.entries.dropLast().allSatisfy { $0.level == .debug })
    }

    @Test(arguments: Kind.allCases) func operationThatNeverStartsIsLoggedWithoutAStart(_ kind: Kind) async {
        let queue = kind.queue
        let cancelled = AdvancedBlockOperation { _ in }
        cancelled.addObserver(observer)
        cancelled.cancel()
        queue.addOperation(cancelled)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(messages == ["operation was cancelled", "operation will finish", "operation did finish"])
        handler.clear()

        let unmet = AdvancedBlockOperation { _ in }
        unmet.addCondition(Unmet())
        unmet.addObserver(observer)
        queue.addOperation(unmet)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(messages == ["operation will finish", "operation did finish"])
        #expect(handler.entries.last?.metadata["outcome"] == "failed")
    }

    @Test(arguments: Kind.allCases) func lateObserverLogsWhatFollows(_ kind: Kind) async {
        let queue = kind.queue
        let operation = AdvancedBlockOperation { [observer] operation in operation.addObserver(observer) }
        queue.addOperation(operation)
        await queue.waitUntilAllOperationsAreFinished()
        #expect(messages == ["operation will finish", "operation did finish"])
        operation.addObserver(observer)
        #expect(messages.count == 2)
    }

    @Test func nameAndLevelsAreTheClients() {
        var handler = handler
        handler.logLevel = .info
        let made = handler
        let observer = LoggingObserver(
            Logger(label: "test", factory: { _ in made }), level: .debug, failureLevel: .warning,
            naming: OperationNaming { _ in "job" })
        let operation = AdvancedBlockOperation { _ in throw TestError() }
        operation.addObserver(observer)
        operation.start()
        // The others are below the logger's level.
        #expect(messages == ["operation did finish"])
        #expect(handler.entries[0].level == .warning)
        #expect(handler.entries[0].metadata["operation"] == "job")
    }
}
