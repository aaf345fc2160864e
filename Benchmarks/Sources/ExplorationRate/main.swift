import ConcurrencyPrimitives
import Dispatch
import LinuxPlatform
import OperationQueues
import Operations
import ScheduleExploration

// Measures how many schedules per second one processor runs, by scenario and strategy.

/// Two threads that each take one lock.
@Sendable func lock() async {
    final class Shared: Sendable { let value = Mutex(0) }
    let shared = Shared()
    WorkerThread.start { shared.value.withLock { $0 += 1 } }
    WorkerThread.start { shared.value.withLock { $0 += 1 } }
}

/// Two producers, four operations, three of which depend on another, one canceller, and two workers.
@Sendable func queue<Queue: OperationQueueProtocol>(_ queue: Queue) async
where Queue.Operation == Operations.Operation {
    let operations = (0..<4).map { _ in BlockOperation {} }
    operations[1].addDependency(operations[0])
    operations[2].addDependency(operations[0])
    operations[3].addDependency(operations[2])
    queue.setMaxConcurrentOperationCount(2)
    let producers = [0, 2].map { first in
        startTask {
            queue.addOperation(operations[first])
            queue.addOperation(operations[first + 1])
        }
    }
    let canceller = startTask { operations[2].cancel() }
    for producer in producers { await producer.value }
    await canceller.value
    await queue.waitUntilAllOperationsAreFinished()
    for operation in operations {
        ExploredSchedule.expect(operation.isFinished, "an operation has not finished")
    }
}

/// 10,000 plain accesses, beside a lock that gives each schedule a choice.
@Sendable func plainAccesses() async {
    await lock()
    let words = UnsafeMutablePointer<Int>.allocate(capacity: 64)
    words.initialize(repeating: 0, count: 64)
    for turn in 0..<5_000 {
        let word = turn &* 7 & 63
        words[word] = words[word] &+ turn
    }
    ExploredSchedule.expect(words[0] != 1, "what was written is lost")
    words.deallocate()
}

let scenarios: [(name: String, body: @Sendable () async -> Void)] = [
    ("two threads, one lock", { await lock() }),
    ("lock queue, 4 operations", { await queue(LockedOperationQueue()) }),
    ("actor queue, 4 operations", { await queue(ActorOperationQueue()) }),
    ("10,000 plain accesses", { await plainAccesses() }),
]

func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

let arguments = CommandLine.arguments.dropFirst()
guard let schedules = arguments.isEmpty ? 20_000 : Int(arguments.first!), schedules > 0, arguments.count < 3
else {
    _ = "Usage: ExplorationRate [SCHEDULES [PART]]\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(64)
}
let part = arguments.dropFirst().first ?? ""

Task.detached {
    print("scenario                    strategy     per second  distinct  steps/schedule  choices/schedule")
    for (name, body) in scenarios {
        for strategy in ExplorationStrategy.all where part.isEmpty || "\(name), \(strategy)".contains(part) {
            let report = await explore(strategy: strategy, schedules: schedules, name: name, body)
            guard report.hasPassed else { fatalError("\(report)") }
            let rate = Int(Double(report.schedules) * 1e9 / Double(report.nanoseconds))
            print(
                name + String(repeating: " ", count: 28 - name.count)
                    + "\(strategy)" + padded("\(rate)", 23 - "\(strategy)".count)
                    + padded("\(report.distinct)", 10)
                    + padded("\(report.steps / report.schedules)", 16)
                    + padded("\(report.choices / report.schedules)", 18))
        }
    }
    exit(0)
}
dispatchMain()
