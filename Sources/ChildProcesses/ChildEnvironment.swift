private import LinuxPlatform

/// The environment of a child: that of this process, with changes.
public struct ChildEnvironment: Hashable, Sendable {
    /// The variables with another value, or none.
    private(set) var changes: [String: String?] = [:]

    /// The environment of this process.
    public static let inherited = ChildEnvironment()

    /// For children whose crash is a result: disables the runtime's backtraces, which take a second, and sanitizer handlers,
    /// which turn a signal into a status.
    public static let crashIsAnswer: ChildEnvironment = {
        let options = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0"
        return inherited.setting("SWIFT_BACKTRACE", to: "enable=no")
            .appending(options, to: "ASAN_OPTIONS").appending(options, to: "TSAN_OPTIONS")
    }()

    /// The environment with another value of a variable; nil for none.
    public func setting(_ name: String, to value: String?) -> ChildEnvironment {
        var environment = self
        environment.changes.updateValue(value, forKey: name)
        return environment
    }

    /// The environment with one more item at the end of a list whose items are separated by colons.
    public func appending(_ item: String, to name: String) -> ChildEnvironment {
        setting(name, to: (items(name) + [item]).joined(separator: ":"))
    }

    /// The environment with one more item at the beginning of such a list.
    public func prepending(_ item: String, to name: String) -> ChildEnvironment {
        setting(name, to: ([item] + items(name)).joined(separator: ":"))
    }

    /// The list, as one item; none if it is empty.
    private func items(_ name: String) -> [String] {
        let value = changes[name] ?? getenv(name).map { String(cString: $0) }
        return value.map { $0.isEmpty ? [] : [$0] } ?? []
    }
}
