private import LinuxPlatform

/// How often a schedule may have what happens on a machine, but hardly ever.
struct RareEvents: Hashable, Sendable {
    /// Waits on condition variables that return without a signal.
    var spuriousWakeups = 0
    /// Limits and timers that run out while other threads can continue.
    var earlyTimeouts = 0

    var areNone: Bool { self == RareEvents() }

    /// What environment variables say, or else none.
    ///
    /// - Precondition: A variable that is there is a number: an exploration without them would pass for nothing.
    static let ofEnvironment = RareEvents(
        spuriousWakeups: count(in: "OPERATIONLAB_SPURIOUS_WAKEUPS"),
        earlyTimeouts: count(in: "OPERATIONLAB_EARLY_TIMEOUTS"))

    private static func count(in name: String) -> Int {
        guard let text = getenv(name) else { return 0 }
        guard let count = Int(String(cString: text)), count >= 0 else {
            fatalError("\(name) is '\(String(cString: text))', and no number")
        }
        return count
    }
}

// MARK: - In a replay token

extension RareEvents {
    private static var kinds: [(prefix: String, count: WritableKeyPath<RareEvents, Int>)] {
        [("wake", \.spuriousWakeups), ("early", \.earlyTimeouts)]
    }

    /// Takes what a token says of them from its last parts; the rest is for others.
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

    /// The end of a token; empty if there are none.
    var suffix: String {
        Self.kinds.map { self[keyPath: $0.count] == 0 ? "" : ":\($0.prefix)\(self[keyPath: $0.count])" }
            .joined()
    }
}
