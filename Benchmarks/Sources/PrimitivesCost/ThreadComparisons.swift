private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

// What goes through the kernel or to another thread.

extension Comparison {
    static let clock = Comparison(
        "clock", iterations: 20_000,
        plain: { iterations in
            var time = timespec()
            for _ in 0..<iterations { require(clock_gettime(CLOCK_MONOTONIC, &time) == 0) }
        },
        ours: { iterations in
            for _ in 0..<iterations { require(MonotonicClock.now > 0) }
        })

    /// A thread is asked for and gives a permit back, one after the other. What else gives a thread also
    /// while others block is a serial queue of one's own.
    static let workerThread = Comparison(
        "worker thread, there and back", iterations: 200, isCountable: false,
        plain: { iterations in
            let semaphore = DispatchSemaphore(value: 0)
            for _ in 0..<iterations {
                DispatchQueue(label: "plain").async { semaphore.signal() }
                semaphore.wait()
            }
        },
        ours: { iterations in
            let parker = Parker()
            for _ in 0..<iterations {
                WorkerThread.start { parker.unpark() }
                parker.park()
            }
        })

    /// A task is created and gives a permit back, one after the other.
    static let task = Comparison(
        "task, there and back", iterations: 200, isCountable: false,
        plain: { iterations in
            let semaphore = DispatchSemaphore(value: 0)
            for _ in 0..<iterations {
                Task.detached { semaphore.signal() }
                semaphore.wait()
            }
        },
        ours: { iterations in
            let parker = Parker()
            for _ in 0..<iterations {
                startTask { parker.unpark() }
                parker.park()
            }
        })
}
