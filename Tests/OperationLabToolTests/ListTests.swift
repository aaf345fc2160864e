import Operations
import QueueConformance
import QueueExploration
import QueueSubjects
import Testing

@testable import OperationLabTool

@Suite struct ListTests {
    private final class NoQueue: BasicOperationQueue {
        typealias Operation = Operations.Operation
        func addOperation(_ operation: Operation) {}
        func addOperation(_ block: @escaping @Sendable () -> Void) {}
        func waitUntilAllOperationsAreFinished() async {}
    }

    private struct Plain: ConformanceSubject {
        let name = "plain"
        let summary = "a queue"
        let lacksOthersBecause = "it does nothing"
        func makeQueue() -> NoQueue { NoQueue() }
    }

    private struct Timed: ConformanceSubject, ExternalEventSubject {
        let name = "timed"
        let summary = "a queue with timers"
        let lacksOthersBecause = "it does nothing"
        let settlingTime = Duration.milliseconds(1_500)
        func makeQueue() -> NoQueue { NoQueue() }
    }

    private struct Measured: QueueSubject {
        let name = "measured"
        let summary = "a queue without rules"
    }

    @Test func queueThatCannotBeJudgedIsListedAsMeasuredOnly() {
        #expect(
            ListCommand.Queues.text([Plain(), Measured()])
                == "plain     a queue\nmeasured  a queue without rules (measured only)\n")
        let listed = ListCommand.Queues.text(SubjectRegistry.project.queues)
        #expect(listed.contains("task-group"))
    }

    @Test func queueThatDeclaresTimersIsListedWithItsTime() {
        #expect(
            ListCommand.Queues.text([Plain(), Timed()])
                == "plain  a queue\ntimed  a queue with timers (may sleep for 1.50 s)\n")
    }

    @Test func whatCanBeExploredIsListed() async throws {
        let outcome = try await Oplab.run(["list", "explored"])
        #expect(
            outcome.output.hasPrefix(
                "queues: lock, actor, foundation, dispatch-serial, dispatch-concurrent\n\n"),
            "\(outcome.output)")
        let rules = outcome.output.split(separator: "\n").dropFirst().map { $0.split(separator: " ")[0] }
        #expect(Set(rules.map(String.init)) == Set(ExplorationBook.all.map { "\($0.id)" }))
    }
}
