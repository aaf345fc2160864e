import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// What a visit to the actor queue decides is done inside the actor, but for what runs a client's code.
@Suite(.serialized)
struct ActorVisitTests {
    /// Asks a queue, and may be busy when the answer has come.
    private actor Asker {
        func ask(_ queue: ActorOperationQueue) async { _ = await queue.operationCount }
        func wait(for operation: Operation) { operation.waitUntilFinished() }
    }

    /// The visit that an asker makes may be the one that starts a worker.
    @Test func busyAskerHoldsNothingUp() async {
        let report = await explore(schedules: 500, name: "busy asker") {
            let (queue, asker, operation) = (ActorOperationQueue(), Asker(), BlockOperation {})
            queue.addOperation(operation)
            let question = startTask { await asker.ask(queue) }
            let work = startTask { await asker.wait(for: operation) }
            await question.value
            await work.value
        }
        #expect(report.hasPassed, "\(report)")
    }
}
