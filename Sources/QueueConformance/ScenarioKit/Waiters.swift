private import ConcurrencyPrimitives
import Operations

/// Two threads and two tasks that wait for one operation.
final class Waiters<Operation: OperationProtocol>: Sendable {
    private let names: [String]
    /// Who has returned, and whether the operation was finished then.
    private let outcomes = Mutex<[String: Bool]>([:])

    init(_ member: ScenarioOperation<Operation>, _ probe: Probe, _ kind: String) {
        let threads = (1...2).map { "\(kind) thread \($0)" }
        let tasks = (1...2).map { "\(kind) task \($0)" }
        names = threads + tasks
        let operation = member.operation
        let call = "\(member.label).waitUntilFinished()"
        for name in threads {
            let recorder = probe.recorder(name)
            SystemThread.start {
                recorder.call(call) { operation.waitUntilFinished() }
                self.note(name, operation.isFinished)
            }
        }
        for name in tasks {
            let recorder = probe.recorder(name)
            startTask {
                await recorder.call("await \(call)") { await operation.waitUntilFinished() }
                self.note(name, operation.isFinished)
            }
        }
    }

    var returned: [String] { outcomes.withLock { $0.keys.sorted() } }
    /// Who still waits.
    var missing: [String] { outcomes.withLock { outcomes in names.filter { outcomes[$0] == nil } } }
    /// Who returned before the operation had finished.
    var misled: [String] { outcomes.withLock { outcomes in names.filter { outcomes[$0] == false } } }

    private func note(_ name: String, _ isFinished: Bool) { outcomes.withLock { $0[name] = isFinished } }
}
