private import CPlatform
private import ConcurrencyPrimitives

/// Work of a known size that touches no memory: steps of a generator, each of which depends on the one before.
public struct SpinKernel: Sendable {
    /// The steps in a microsecond, on an otherwise idle machine.
    public let stepsPerMicrosecond: Double

    /// Measures this machine: the shortest of several tries, in processor time, which other processes hardly
    /// affect.
    public static func calibrated() -> SpinKernel {
        SpinKernel(stepsPerMicrosecond: (0..<9).map { _ in tried() }.max()!)
    }

    /// Measures this machine while so many of its processors run the kernel at once: they may share a core, or slow down
    /// together. The median of several tries, in processor time.
    static func calibrated(onProcessors processors: Int) -> SpinKernel {
        let isOver = Atomic<Int>(0)
        let others = (1..<max(processors, 1)).map { _ in
            let begun = Parker()
            let thread = WaitingThread {
                begun.unpark()
                while isOver.load() == 0 { spin(1_000) }
            }
            thread.go()
            begun.park()
            return thread
        }
        let speeds = (0..<9).map { _ in tried() }.sorted()
        isOver.store(1)
        for other in others { other.join() }
        return SpinKernel(stepsPerMicrosecond: speeds[speeds.count / 2])
    }

    /// The steps in a microsecond of processor time, tried once.
    private static func tried() -> Double {
        let steps = 200_000
        let start = oplab_thread_cpu_nanoseconds()
        spin(steps)
        return Double(steps) * 1_000 / Double(max(oplab_thread_cpu_nanoseconds() - start, 1))
    }

    /// The kernel of this process when so many processors run it at once, calibrated at the first call.
    static func known(to calibrations: Calibrations, onProcessors processors: Int) async -> SpinKernel {
        let speed = await calibrations.value("steps a microsecond on \(processors) processors") {
            await SystemThread.value { calibrated(onProcessors: processors).stepsPerMicrosecond }
        }
        guard let speed else { fatalError("A calibration returned nothing.") }
        return SpinKernel(stepsPerMicrosecond: speed)
    }

    /// The kernel of this process, calibrated at the first call.
    static func known(to calibrations: Calibrations) async -> SpinKernel {
        let speed = await calibrations.value("steps a microsecond") { calibrated().stepsPerMicrosecond }
        return speed.map(SpinKernel.init) ?? calibrated()
    }

    func steps(microseconds: Int) -> Int { steps(nanoseconds: microseconds * 1_000) }

    func steps(nanoseconds: Int) -> Int { max(1, Int(stepsPerMicrosecond * Double(nanoseconds) / 1_000)) }

    /// Rounded down.
    func steps(microseconds: Double) -> Int { Int(stepsPerMicrosecond * microseconds) }

    /// How long so many steps take.
    func nanoseconds(steps: Int) -> Double { Double(steps) * 1_000 / stepsPerMicrosecond }

    /// Spins. Never inlined, and its result is used, so that the compiler can't remove any step.
    @inline(never)
    public static func spin(_ steps: Int) {
        let start = Trace.start
        defer { Trace.end(.computed, since: start, 0) }
        var state = UInt64(truncatingIfNeeded: steps)
        for _ in 0..<steps {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
        }
        if state == 0 { sink.store(1) }
    }

    private static let sink = Atomic<UInt64>(0)
}
