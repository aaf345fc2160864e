private import CPlatform
public import ChildProcesses
private import LinuxPlatform

/// What processes that explore have in common.
public enum ExplorationProcess {
    /// The environment of processes that explore.
    public static var environment: ChildEnvironment {
        // Hash order must be the same in each process, because code may depend on it.
        let environment = ChildEnvironment.inherited.setting("SWIFT_DETERMINISTIC_HASHING", to: "1")
            .setting("SWIFT_BACKTRACE", to: "enable=no")
        guard let library = interposition else { return environment }
        return environment.prepending(library, to: "LD_PRELOAD")
    }

    /// The library to load first, which makes mutexes of the runtime visible to the explorer.
    private static var interposition: String? {
        // A sanitizer must be loaded first.
        if oplab_is_sanitized() { return nil }
        guard let library = try? OwnExecutable.path(beside: "libScheduleInterposition.so"),
            access(library, R_OK) == 0
        else { return nil }
        return library
    }
}
