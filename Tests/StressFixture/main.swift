// A program that the tests start as a child: it runs one scenario again and again for real, and prints what it came to.
// In a process of its own, since the work of other tests would keep it from ever being quiescent.
import ConcurrencyPrimitives
import Dispatch
import LinuxPlatform
import ScheduleExploration

/// What two locks are made of.
protocol Lock: Sendable {
    init()
    func hold(_ body: () -> Void)
}

final class ContendedLock: Lock {
    private let mutex = ContendedMutex(0)
    func hold(_ body: () -> Void) { mutex.withLock { _ in body() } }
}

final class PlainLock: Lock {
    private let mutex = Mutex(0)
    func hold(_ body: () -> Void) { mutex.withLock { _ in body() } }
}

/// Two bodies that take two locks in opposite order, each its second one only once both have their first.
func bodies(_ kind: (some Lock).Type) -> [@Sendable () -> Void] {
    let (first, second) = (kind.init(), kind.init())
    let (firstIsHeld, secondIsHeld) = (Parker(), Parker())
    return [
        {
            first.hold {
                firstIsHeld.unpark()
                secondIsHeld.park()
                second.hold {}
            }
        },
        {
            second.hold {
                secondIsHeld.unpark()
                firstIsHeld.park()
                first.hold {}
            }
        },
    ]
}

/// Runs the bodies, each on a thread of its own, and returns when all have returned.
func run(_ bodies: [@Sendable () -> Void]) async {
    await suspend { resumption in
        let left = Atomic<Int>(bodies.count)
        for body in bodies {
            WorkerThread.start {
                body()
                if left.adding(-1) == 0 { resumption.resume() }
            }
        }
    }
}

let scenarios: [String: @Sendable () async -> Void] = [
    "contended": { await run(bodies(ContendedLock.self)) },
    "plain": { await run(bodies(PlainLock.self)) },
    // On the threads of the cooperative pool, of which there may be no more than these.
    "tasks": {
        let tasks = bodies(ContendedLock.self).map { body in startTask { body() } }
        for task in tasks { await task.value }
    },
    "endless": { await suspend { _ in } },
    "late": {
        // Longer than a run may take before anybody looks, and never asleep.
        await run([
            {
                let end = MonotonicClock.now + 500_000_000
                while MonotonicClock.now < end {}
            }
        ])
    },
]

// With a thread of its own, since a deadlock may hold up all threads of the pool.
WorkerTask.start {
    guard let name = CommandLine.arguments.last, let scenario = scenarios[name] else {
        fatalError("There is no such scenario: \(CommandLine.arguments).")
    }
    let report = await stress(runs: 3, seconds: 600, scenario)
    print("\(report.runs) \(report.failure ?? "passed")")
    exit(0)
}
dispatchMain()
