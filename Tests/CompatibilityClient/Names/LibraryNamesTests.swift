import Observation
import Testing

#if DROP_IN
import DropInClientLibrary
import FoundationCompatibility
#elseif ALIASED
import DropInClientLibrary
import Foundation
#else
import Foundation
import FoundationClientLibrary
#endif

/// Names that a client's library gives, beside Foundation's.
struct LibraryNamesTests {
    @Test func resultOperationIsTheLibrarys() async {
        let value = await onThread {
            let operation = ResultOperation { 42 }
            OperationQueue().addOperations([operation], waitUntilFinished: true)
            return operation.result
        }
        #expect(value == 42)
    }

    @Test func taskOperationIsTheLibrarys() { #expect(TaskOperation(title: "t").title == "t") }
    @Test func queuePriorityIsTheLibrarys() { #expect(QueuePriority.urgent != .patient) }
    @Test func queueProgressIsTheLibrarys() { #expect(QueueProgress(done: 3).done == 3) }
    @Test func observedChangeIsTheLibrarys() { #expect(ObservedChange(text: "t").text == "t") }
    @Test func schedulingStrategyIsTheLibrarys() { #expect(SchedulingStrategy.first != .last) }
    @Test func dependencyCycleIsTheLibrarys() { #expect(DependencyCycle(names: ["a"]).names == ["a"]) }
    @Test func observationTokenIsTheLibrarys() { #expect(ObservationToken(number: 1).number == 1) }
    @Test func queueChangeIsTheLibrarys() { #expect(QueueChange.grown != .shrunk) }
    @Test func stateChangeIsTheLibrarys() { #expect(OperationStateChange.begun != .ended) }
    @Test func misuseIsTheLibrarys() { #expect(Misuse.twice == .twice) }

    @Test func errorsAreTheLibrarys() {
        #expect(throws: WaitEndedEarly.self) { throw WaitEndedEarly() }
        #expect(throws: ResultUnavailable.self) { throw ResultUnavailable() }
    }

    @Test func queuesAreTheLibrarys() {
        let kinds: [Any] = [LockedOperationQueue(), ActorOperationQueue(), ObservingOptions()]
        #expect(kinds.count == 3)
    }

    @Test func protocolsAreTheLibrarys() {
        struct Own: OperationProtocol, NamedQueue, ObservableQueue {}
        #expect(Own() as Any is any OperationProtocol)
    }

    @Test func addingIsTheLibrarys() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>()
            let count = queue.addOperations((0..<10).map { number in BlockOperation { log.append(number) } })
            queue.waitUntilAllOperationsAreFinished()
            return log.entries + [count]
        }
        #expect(entries == Array(0..<10) + [10])
    }

    @Test func settersAreTheLibrarys() {
        let queue = OperationQueue()
        #expect(queue.setSuspended(true) == "true" && !queue.isSuspended)
        #expect(queue.setName("n") == "n" && queue.name != "n")
        #expect(queue.setMaxConcurrentOperationCount(3) == 3 && queue.maxConcurrentOperationCount == -1)
        #expect(queue.setQualityOfService(.utility) == QualityOfService.utility.rawValue)
    }

    @Test func questionsAreTheLibrarys() {
        let queue = OperationQueue(), operation = Operation()
        #expect(queue.dependencyCycle() == "library")
        #expect(queue.workProgress == "library")
        #expect(queue.standardQualityOfService == "library")
        #expect(operation.stateChanges == ["library"])
        #expect(operation.isIdle)
    }

    @Test func boundedWaitsAreTheLibrarys() {
        #expect(OperationQueue().waitUntilAllOperationsAreFinished(timeout: 1.5))
        #expect(Operation().waitUntilFinished(timeout: 1.5))
    }

    @Test func extensionsOfTheLibraryReachSubclasses() {
        #expect(Recorder().stateChanges == ["library"])
        #expect(TaskOperation(title: "t").isIdle)
    }

    @Test func observableModelsWork() {
        let model = Model(), log = Log<Int>()
        withObservationTracking {
            _ = model.count
        } onChange: {
            log.append(1)
        }
        model.count = 2
        model.count = 3
        #expect(log.entries == [1])
    }
}

@Observable private final class Model: @unchecked Sendable {
    var count = 0
}
