private import ConcurrencyPrimitives
private import LinuxPlatform

/// Records the cost of one run, and knows the run's purpose.
///
/// Thread-safe: the run may be measured on another thread than the one that reads the result.
public final class RunRecorder: Sendable {
    /// The seed of everything random in this run.
    public let seed: UInt64
    public let purpose: RunPurpose
    /// What this process has measured about the machine and the queues.
    let calibrations: Calibrations

    private struct State {
        var usage: ResourceUsage?
        var threads: Int?
        var count: (before: AllocationCounter.Count, after: AllocationCounter.Count)?
        var live: Double?
        var peak: UInt64?
        var trace: RunTrace?
    }

    private let counter: AllocationCounter?
    /// Records a trace of what is measured; nil if none is wanted.
    private let tracer: RunTracer?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - seed: The seed of everything random in the run.
    ///   - purpose: What is recorded.
    ///   - calibrations: What this process has measured already.
    ///   - tracer: Records a trace of what is measured; nil for none.
    public init(
        seed: UInt64, purpose: RunPurpose = .time, calibrations: Calibrations = Calibrations(),
        tracer: RunTracer? = nil
    ) {
        self.seed = seed
        self.tracer = tracer
        self.purpose = purpose
        self.calibrations = calibrations
        counter = purpose == .memory ? AllocationCounter() : nil
    }

    /// Runs `body`, and records what all threads of the process use meanwhile.
    public func measure(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void) async {
        let start = begin()
        await body()
        end(start)
    }

    /// Runs a `body` that doesn't suspend, and records what all threads of the process use meanwhile.
    public func measure(_ body: () -> Void) {
        let start = begin()
        body()
        end(start)
    }

    private enum Start {
        case time(ResourceUsage)
        case memory(AllocationCounter.Count?, isPeakKnown: Bool)
    }

    /// The trace of what was measured; nil if none was wanted, or nothing was measured yet.
    var trace: RunTrace? { state.withLock { $0.trace } }

    private func begin() -> Start {
        tracer?.begin()
        return switch purpose {
        case .time, .work, .trace, .boundTrace: .time(.before)
        case .memory: .memory(counter?.now, isPeakKnown: PeakMemory.reset())
        }
    }

    private func end(_ start: Start) {
        switch start {
        case .time(let before):
            let usage = ResourceUsage.after.since(before)
            let trace = tracer?.end()
            let threads = ThreadList.own?.count
            state.withLock { ($0.usage, $0.threads, $0.trace) = (usage, threads, trace) }
        case .memory(let before, let isPeakKnown):
            let after = counter?.now
            let peak = isPeakKnown ? PeakMemory.now : nil
            state.withLock { state in
                if let before, let after { state.count = (before, after) }
                state.peak = peak
            }
        }
    }

    /// Calls `add`, which adds `operations` that wait, and records the growth of the memory in use.
    ///
    /// Call it within ``measure(isolation:_:)``. If memory isn't counted, it only calls `add`.
    func takeLiveBytes(of operations: Int, adding add: () -> Void) {
        guard let before = counter?.now else { return add() }
        add()
        guard let after = counter?.now else { return }
        let live = (Double(after.live) - Double(before.live)) / Double(operations)
        state.withLock { $0.live = live }
    }

    /// The readings of a run of `operations`.
    ///
    /// - Precondition: The run was measured.
    public func readings(operations: Int) -> [Reading] {
        let state = state.withLock { $0 }
        switch purpose {
        case .time, .work, .trace, .boundTrace:
            guard let usage = state.usage else { fatalError("A run was not measured.") }
            return usage.readings(operations: operations)
                + [Reading(.threads, state.threads.map { Double($0) })]
        case .memory:
            func each(_ value: KeyPath<AllocationCounter.Count, UInt64>) -> Double? {
                state.count.map {
                    Double($0.after[keyPath: value] - $0.before[keyPath: value]) / Double(operations)
                }
            }
            return [
                Reading(.allocations, each(\.allocations)), Reading(.allocatedBytes, each(\.bytes)),
                Reading(.peakResidentBytes, state.peak.map { Double($0) }),
            ] + (state.live.map { [Reading(.liveBytes, $0)] } ?? [])
        }
    }
}
