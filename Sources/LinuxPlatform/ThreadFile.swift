/// The files of a thread: proc(5).
///
/// A process that judges reads them more often than it does anything else. In debug builds, slices of a collection cost many
/// times as much as C's functions for text, so these are used.
public enum ThreadFile {
    /// Whether the thread of this process with this number is asleep.
    public static func isAsleep(_ thread: Int32) -> Bool {
        KernelFile.ownThread(thread, "stat").withText(ticksOfSleeper) != nil
    }

    /// From `stat`: user and system time together, in ticks; nil for a thread that isn't asleep.
    ///
    /// The name is in parentheses and may hold any character. The state follows them, and the two times are fields 14 and 15.
    public static func ticksOfSleeper(_ stat: UnsafePointer<CChar>) -> UInt64? {
        ticks(stat, inStates: "S")
    }

    /// User and system time together, in ticks, of the thread of this process with this number; nil unless it is asleep or
    /// waits for a device.
    public static func ticksIfBlocked(_ thread: Int32) -> UInt64? {
        KernelFile.ownThread(thread, "stat").withText { ticks($0, inStates: "SD") }
    }

    /// - Parameter states: A letter for each.
    private static func ticks(_ stat: UnsafePointer<CChar>, inStates states: String) -> UInt64? {
        var text = Reader(position: stat)
        while text.skip(past: ") ") {}
        guard text.begins(withOneOf: states) else { return nil }
        for _ in 3..<14 { guard text.skip(past: " ") else { return nil } }
        let user = text.number()
        return text.skip(past: " ") ? user + text.number() : nil
    }

    /// From `status`: the number of context switches, voluntary and involuntary.
    ///
    /// Each has a line, whose position depends on the kernel.
    public static func switches(_ status: UnsafePointer<CChar>) throws(NoSwitches) -> UInt64 {
        var text = Reader(position: status)
        if text.skip(past: "\nvoluntary_ctxt_switches:\t") {
            let voluntary = text.number()
            if text.skip(past: "\nnonvoluntary_ctxt_switches:\t") { return voluntary + text.number() }
        }
        throw NoSwitches()
    }

    /// This kernel doesn't count a thread's context switches.
    public struct NoSwitches: Error, CustomStringConvertible {
        public var description: String { "/proc/self/task/*/status has no context switches" }
    }

    private struct Reader {
        var position: UnsafePointer<CChar>

        /// Moves behind the next `text`, and returns whether there is one.
        mutating func skip(past text: String) -> Bool {
            guard let found = strstr(position, text) else { return false }
            position = UnsafePointer(found) + text.utf8.count
            return true
        }

        /// Whether one of `letters` is here. (The end of the text is among the letters for C.)
        func begins(withOneOf letters: String) -> Bool {
            position.pointee != 0 && strchr(letters, Int32(position.pointee)) != nil
        }

        /// The number that begins here; zero if there is none.
        func number() -> UInt64 { UInt64(strtoull(position, nil, 10)) }
    }
}
