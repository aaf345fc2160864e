private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform

// Primitives that call the kernel or use another thread.

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

    /// A worker thread is requested and returns a permit, one after the other. The counterpart is a separate serial
    /// queue, because that too provides a thread while others block.
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

    /// A task is created and returns a permit, one after the other.
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
