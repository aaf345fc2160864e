private import CPlatform
private import LinuxPlatform
private import Synchronization

/// What a pass leaves open, on standard error: who asks only whether an exploration has passed doesn't read its report.
enum PassNotice {
    /// What a build can't see is the same for all explorations of a process.
    private static let hasNamedBuild = Synchronization.Atomic(false)

    /// Says nothing of an exploration that hasn't passed: its report is read.
    static func write(_ report: ExplorationReport) {
        // A process that explores for another reports to that.
        guard report.hasPassed, getenv("OPERATIONLAB_PASS_NOTICE").map({ String(cString: $0) }) != "off"
        else { return }
        var text = report.doubts.map { "exploration of \(report.scenario): passed, but \($0)\n" }.joined()
        if !hasNamedBuild.exchange(true, ordering: .relaxed) {
            text += "explorations of this build don't see \(report.notInBuild)\n"
        }
        let bytes = [UInt8](text.utf8)
        // Nobody is there to be told that standard error is closed.
        _ = oplab_write_all(STDERR_FILENO, bytes, Int64(bytes.count))
    }
}
