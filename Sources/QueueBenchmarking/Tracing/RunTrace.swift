public import ConcurrencyPrimitives
private import LinuxPlatform

/// A trace of the measured part of a run: what the threads noted, and what the scheduler says of them.
public struct RunTrace: Sendable {
    /// What a thread has done on and off the processors, as the scheduler counts it. Times are in nanoseconds.
    public struct ThreadTimes: Hashable, Sendable {
        /// The time on a processor.
        public let ran: Double
        /// The time in which it was runnable and had no processor.
        public let waited: Double

        /// - Parameters:
        ///   - ran: The time on a processor.
        ///   - waited: The time without one.
        public init(ran: Double, waited: Double) { (self.ran, self.waited) = (ran, waited) }
    }

    public let recording: TraceRecording
    /// By the kernel's number of the thread. One that began or ended meanwhile may be missing.
    public let threads: [Int32: ThreadTimes]

    /// A trace of these parts.
    public init(recording: TraceRecording, threads: [Int32: ThreadTimes]) {
        (self.recording, self.threads) = (recording, threads)
    }
}

/// Records a ``RunTrace`` of what a run measures.
public final class RunTracer: Sendable {
    private let events: Int
    private let before = Mutex<[Int32: ProcessLoad]>([:])

    /// - Parameter events: For how many events there is memory: 32 bytes for each.
    public init(events: Int) { self.events = events }

    func begin() {
        TraceRecording.begin(events: events) {
            let loads = ProcessLoad.ofOwnThreads(clocksFirst: false) ?? [:]
            before.withLock { $0 = loads }
        }
    }

    func end() -> RunTrace {
        var loads: [Int32: ProcessLoad] = [:]
        let recording = TraceRecording.end {
            loads = ProcessLoad.ofOwnThreads(clocksFirst: true) ?? [:]
        }
        let before = before.withLock { $0 }
        return RunTrace(
            recording: recording,
            threads: loads.reduce(into: [:]) { threads, entry in
                let load = before[entry.key].map(entry.value.since) ?? entry.value
                threads[entry.key] = RunTrace.ThreadTimes(
                    ran: load.ran / .nanoseconds(1), waited: load.waited / .nanoseconds(1))
            })
    }
}
