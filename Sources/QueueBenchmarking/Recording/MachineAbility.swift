private import CThreadCount
private import LinuxPlatform

/// What this machine and this build can measure.
public struct MachineAbility: Hashable, Sendable {
    public let hasPressure: Bool
    public let hasSteal: Bool
    public let countsThreads: Bool

    public static var here: MachineAbility {
        let load = MachineLoad.now
        return MachineAbility(
            hasPressure: load.pressure != nil, hasSteal: load.steal != nil,
            countsThreads: oplab_threads_created() >= 0)
    }
}
