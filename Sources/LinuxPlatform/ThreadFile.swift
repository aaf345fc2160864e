/// What the kernel says of a thread: proc(5).
///
/// Samples are the most that a judging process does, and without optimisation a collection's slices cost many times as
/// much as what C has for texts.
public enum ThreadFile {
    /// Whether the thread of this process that the kernel knows by `thread` sleeps just now.
    public static func isAsleep(_ thread: Int32) -> Bool {
        KernelFile.ownThread(thread, "stat").withText(ticksOfSleeper) != nil
    }

    /// From `stat`: user and system time together, in ticks; nil for a thread that isn't asleep.
    ///
    /// The name stands in parentheses and may hold anything; the state comes after them, and the two times are fields
    /// 14 and 15.
    public static func ticksOfSleeper(_ stat: UnsafePointer<CChar>) -> UInt64? {
        var text = Reader(position: stat)
        while text.skip(past: ") ") {}
        guard text.skip(past: "S ") else { return nil }
        for _ in 4..<14 { guard text.skip(past: " ") else { return nil } }
        let user = text.number()
        return text.skip(past: " ") ? user + text.number() : nil
    }

    /// From `status`: the context switches, voluntary and not.
    ///
    /// Each has a line; where they stand among the others, and whether last, depends on the kernel.
    public static func switches(_ status: UnsafePointer<CChar>) throws(NoSwitches) -> UInt64 {
        var text = Reader(position: status)
        if text.skip(past: "\nvoluntary_ctxt_switches:\t") {
            let voluntary = text.number()
            if text.skip(past: "\nnonvoluntary_ctxt_switches:\t") { return voluntary + text.number() }
        }
        throw NoSwitches()
    }

    /// This kernel doesn't count what a thread does.
    public struct NoSwitches: Error, CustomStringConvertible {
        public var description: String { "/proc/self/task/*/status tells no context switches" }
    }

    private struct Reader {
        var position: UnsafePointer<CChar>

        /// Goes on to what follows the next `text`, or stays where it is; returns whether there is one.
        mutating func skip(past text: String) -> Bool {
            guard let found = strstr(position, text) else { return false }
            position = UnsafePointer(found) + text.utf8.count
            return true
        }

        /// The number that begins here; zero where none does.
        func number() -> UInt64 { UInt64(strtoull(position, nil, 10)) }
    }
}
