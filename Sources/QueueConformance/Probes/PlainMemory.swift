internal import CPlatform
private import LinuxPlatform

/// Numbers that bodies read and write with nothing that orders the accesses but the queue: where it doesn't,
/// ThreadSanitizer reports a race.
///
/// `@unchecked Sendable`: that accesses of one number are ordered is what is judged. The memory is never freed, which
/// would be one more access; it is for processes that judge one rule.
final class PlainMemory: @unchecked Sendable {
    private let numbers: UnsafeMutablePointer<Int>

    /// - Throws: ``Unobservable`` if nobody would see a race.
    init(count: Int) throws {
        guard oplab_is_under_tsan() else {
            throw Unobservable("only ThreadSanitizer sees it, and an exploration of an instrumented build")
        }
        guard let memory = calloc(count, MemoryLayout<Int>.stride) else {
            fatalError("The system gives no memory.")
        }
        numbers = memory.bindMemory(to: Int.self, capacity: count)
        oplab_tsan_watch(memory, UInt64(count * MemoryLayout<Int>.stride))
    }

    subscript(index: Int) -> Int {
        get { numbers[index] }
        set { numbers[index] = newValue }
    }

    /// How many races were reported on this memory.
    var reports: UInt64 { oplab_tsan_watched_reports() }
}

extension Probe {
    /// Throws a violation if a race was reported.
    func expectNoRace(on memory: PlainMemory, _ circumstances: String) throws {
        let reports = memory.reports
        try expect(
            reports == 0, "what an operation has written to be visible to \(circumstances)",
            observed:
                "ThreadSanitizer reported \(reports) data race\(reports == 1 ? "" : "s") on what they share")
    }
}
