internal import ConcurrencyPrimitives

/// Tries whether the runtime hands its jobs to the explorer: an interface that is no promise may go on to compile and
/// do something else.
enum CaptureTrial {
    static let steps = [
        "a task", "a yield", "the main actor", "a child task", "a continuation", "a sleep",
    ]

    /// Runs one plain schedule of a program that brings about a job of each kind. What is wrong; nil if nothing is.
    static func run() -> String? {
        let scheduler = ControlledScheduler(processor: -1, stepLimit: 10_000) {
            _ = ConcurrencyCapture.current!.startTask { await program() }
        }
        Exploration.begin(scheduler)
        _ = scheduler.run(Deviations([]))
        let reached = scheduler.notes.covered
        scheduler.endHosts()
        Exploration.end()
        return problem(reached: Array(reached))
    }

    static func problem(reached: [String]) -> String? {
        guard let missed = steps.first(where: { !reached.contains($0) }) else { return nil }
        return
            "the explorer can't take the place of this toolchain's executors: the job of \(missed) did not come to "
            + "it. It needs Swift 6.3's executor factories, which a later toolchain may have changed "
            + "(Sources/ScheduleExploration/Capture/ConcurrencyCapture.swift)"
    }

    private static func program() async {
        ExploredSchedule.cover("a task")
        await Task.yield()
        ExploredSchedule.cover("a yield")
        await MainActor.run { ExploredSchedule.cover("the main actor") }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { ExploredSchedule.cover("a child task") }
        }
        await withUnsafeContinuation { continuation in
            let continuation = continuation as UnsafeContinuation<Void, Never>
            Task { continuation.resume() }
        }
        ExploredSchedule.cover("a continuation")
        try? await Task.sleep(nanoseconds: 1_000)
        ExploredSchedule.cover("a sleep")
    }
}
