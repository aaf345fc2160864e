/// How the machine disturbed a run; nil where the system doesn't report it.
public struct RunConditions: Hashable, Codable, Sendable {
    /// Processor time that the hypervisor took during the run, over all processors, in nanoseconds. The system
    /// counts it in steps of 10 ms.
    public let steal: UInt64?
    /// How long during the run some task of this machine waited for a processor, in nanoseconds: "some" of
    /// `/proc/pressure/cpu`. Two busy threads on two processors alone cause none.
    public let pressure: UInt64?
    /// The involuntary context switches of the process during the run.
    public let involuntarySwitches: Int?

    public init(steal: UInt64?, pressure: UInt64?, involuntarySwitches: Int?) {
        self.steal = steal
        self.pressure = pressure
        self.involuntarySwitches = involuntarySwitches
    }

    /// No condition is known.
    public static let unknown = RunConditions(steal: nil, pressure: nil, involuntarySwitches: nil)
}
