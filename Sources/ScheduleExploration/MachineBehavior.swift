private import LinuxPlatform

/// What a machine may do to a schedule that few do often.
struct MachineBehavior: Hashable, Sendable {
    /// Waits on condition variables that return without a signal.
    var spuriousWakeups = 0
    /// Limits and timers that run out while other threads can continue.
    var earlyTimeouts = 0
    /// How many jobs of tasks run at a time; 0 for any number.
    var poolThreads = 0

    /// The same; nil for any number.
    var pool: Int? { poolThreads > 0 ? poolThreads : nil }

    var isUsual: Bool { self == MachineBehavior() }

    /// What environment variables say, or else nothing of it.
    ///
    /// - Precondition: A variable that is there is a number: an exploration without it would pass for nothing.
    static let ofEnvironment = MachineBehavior(
        spuriousWakeups: count(in: "OPERATIONLAB_SPURIOUS_WAKEUPS"),
        earlyTimeouts: count(in: "OPERATIONLAB_EARLY_TIMEOUTS"),
        poolThreads: count(in: "OPERATIONLAB_POOL_THREADS"))

    private static func count(in name: String) -> Int {
        guard let text = getenv(name) else { return 0 }
        guard let count = Int(String(cString: text)), count >= 0 else {
            fatalError("\(name) is '\(String(cString: text))', and no number")
        }
        return count
    }
}

// MARK: - In a replay token

extension MachineBehavior {
    private static var kinds: [(prefix: String, count: WritableKeyPath<MachineBehavior, Int>)] {
        [("wake", \.spuriousWakeups), ("early", \.earlyTimeouts), ("pool", \.poolThreads)]
    }

    /// Takes what a token says of it from its last parts; the rest is for others.
    init(removingFrom parts: inout ArraySlice<Substring>) {
        self.init()
        for (prefix, count) in Self.kinds {
            guard let text = parts.first, text.hasPrefix(prefix),
                let number = Int(text.dropFirst(prefix.count)),
                number > 0, text == "\(prefix)\(number)"
            else { continue }
            self[keyPath: count] = number
            parts.removeFirst()
        }
    }

    /// The end of a token; empty if it is usual.
    var suffix: String {
        Self.kinds.map { self[keyPath: $0.count] == 0 ? "" : ":\($0.prefix)\(self[keyPath: $0.count])" }
            .joined()
    }
}
