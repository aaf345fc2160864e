/// What the machine did to a run: nil where the system doesn't say.
public struct RunConditions: Hashable, Codable, Sendable {
    /// Processor time that the hypervisor gave to others during the run, over all processors, in nanoseconds.
    /// The system counts it in steps of 10 ms.
    public let steal: UInt64?
    /// For how long during the run some task of this machine waited for a processor, in nanoseconds: "some" of
    /// `/proc/pressure/cpu`. Two busy threads on two processors make none by themselves.
    public let pressure: UInt64?
    /// How often a thread of the process was taken off its processor during the run.
    public let involuntarySwitches: Int?

    public init(steal: UInt64?, pressure: UInt64?, involuntarySwitches: Int?) {
        self.steal = steal
        self.pressure = pressure
        self.involuntarySwitches = involuntarySwitches
    }

    /// Nothing is known.
    public static let unknown = RunConditions(steal: nil, pressure: nil, involuntarySwitches: nil)
}
