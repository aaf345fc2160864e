private import ConcurrencyPrimitives

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A process as its watchdog sees it.
///
/// Thread-safe: the identifier is stored once, by whoever starts the process, and loaded by its watchdog; nothing else is
/// published with it.
final class ChildProcess: Sendable {
    /// Zero until it is there.
    private let identifier = Atomic(0)

    func started(_ identifier: pid_t) { self.identifier.store(Int(identifier)) }

    /// What its threads have got so far; nil if it isn't there, or the system doesn't say.
    var load: ProcessLoad? {
        let identifier = identifier.load()
        return identifier == 0 ? nil : ProcessLoad(ofProcess: identifier)
    }
}
