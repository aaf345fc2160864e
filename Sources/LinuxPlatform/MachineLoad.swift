/// Steal and pressure of the machine up to a moment, in nanoseconds; nil where the kernel reports none.
public struct MachineLoad: Sendable {
    /// How long the hypervisor gave this machine's processors to others.
    public var steal: UInt64?
    /// How long processes have waited for a processor.
    public var pressure: UInt64?

    /// Reads two small files: some tens of microseconds.
    public static var now: MachineLoad {
        MachineLoad(
            steal: KernelFile.machineStatistics.text.flatMap(steal(inStat:)),
            pressure: KernelFile.processorPressure.text.flatMap(pressure(inFile:)))
    }

    /// The difference between `earlier` and this.
    public func since(_ earlier: MachineLoad) -> MachineLoad {
        func difference(_ now: UInt64?, _ before: UInt64?) -> UInt64? {
            guard let now, let before, now >= before else { return nil }
            return now - before
        }
        return MachineLoad(
            steal: difference(steal, earlier.steal), pressure: difference(pressure, earlier.pressure))
    }

    /// `cpu  user nice system idle iowait irq softirq steal …`, in ticks.
    static func steal(inStat text: String) -> UInt64? {
        let fields = text.prefix { $0 != "\n" }.split(separator: " ")
        guard fields.count > 8, fields[0] == "cpu", let ticks = UInt64(fields[8]) else { return nil }
        return ticks * (1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// `some avg10=… avg60=… avg300=… total=<microseconds>`.
    static func pressure(inFile text: String) -> UInt64? {
        let fields = text.prefix { $0 != "\n" }.split(separator: " ")
        guard fields.first == "some", let total = fields.last, total.hasPrefix("total=") else { return nil }
        return UInt64(total.dropFirst("total=".count)).map { $0 * 1_000 }
    }
}
