private import CPlatform
private import ConcurrencyPrimitives

/// Work of a known size that touches no memory: steps of a generator, each of which depends on the one before.
public struct SpinKernel: Sendable {
    /// The steps in a microsecond, on an otherwise idle machine.
    public let stepsPerMicrosecond: Double

    /// Measures this machine: the shortest of several tries, in processor time, which other processes hardly
    /// affect.
    public static func calibrated() -> SpinKernel {
        let steps = 200_000
        let best = (0..<9).map { _ in
            let start = oplab_thread_cpu_nanoseconds()
            spin(steps)
            return oplab_thread_cpu_nanoseconds() - start
        }.min()!
        return SpinKernel(stepsPerMicrosecond: Double(steps) * 1_000 / Double(max(best, 1)))
    }

    /// The kernel of this process, calibrated at the first call.
    static func known(to calibrations: Calibrations) async -> SpinKernel {
        let speed = await calibrations.value("steps a microsecond") { calibrated().stepsPerMicrosecond }
        return speed.map(SpinKernel.init) ?? calibrated()
    }

    func steps(microseconds: Int) -> Int { max(1, steps(microseconds: Double(microseconds))) }

    /// Rounded down.
    func steps(microseconds: Double) -> Int { Int(stepsPerMicrosecond * microseconds) }

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
