#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// How many processors this machine has.
public enum ProcessorCount {
    /// Those that are online now; 1 at least.
    public static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
