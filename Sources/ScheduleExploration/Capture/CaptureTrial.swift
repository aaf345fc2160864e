internal import ConcurrencyPrimitives

/// Tests whether the runtime passes its jobs to the explorer: an interface without a promise may still compile and behave
/// differently.
enum CaptureTrial {
    private static let steps = [
        "a task", "a detached task", "a yield", "the main actor", "an actor", "a child task", "an async let",
        "a stream", "a continuation", "a sleep",
    ]

    private actor Elsewhere {
        func reach() { ExploredSchedule.cover("an actor") }
    }

    /// Runs one non-preemptive schedule of a program that creates a job of each kind. Returns what is wrong; nil if nothing is.
    ///
    /// - Parameter resume: Resumes the continuation. A test resumes it where no exploration sees it.
    static func run(
        resume: @escaping @Sendable (UnsafeContinuation<Void, Never>) -> Void = { continuation in
            Task { continuation.resume() }
        }
    ) -> String? {
        let scheduler = ControlledScheduler(processor: -1, stepLimit: 10_000) {
            _ = ConcurrencyCapture.current!.startTask(nil) { await program(resume) }
        }
        // It waits for nothing from outside.
        scheduler.patience = 0
        Exploration.begin(scheduler)
        _ = scheduler.run(PreemptionList([], .beforeAccesses))
        let reached = scheduler.notes.covered
        scheduler.endCarriers()
        Exploration.end()
        guard let missed = steps.first(where: { !reached.contains($0) }) else { return nil }
        return
            "the explorer can't take the place of this toolchain's executors: the job of \(missed) did not come to "
            + "it. It needs Swift 6.3's executor factories, which a later toolchain may have changed "
            + "(Sources/ScheduleExploration/Capture/ConcurrencyCapture.swift)"
    }

    private static func program(_ resume: @Sendable (UnsafeContinuation<Void, Never>) -> Void) async {
        ExploredSchedule.cover("a task")
        await Task.detached { ExploredSchedule.cover("a detached task") }.value
        await Task.yield()
        ExploredSchedule.cover("a yield")
        await MainActor.run { ExploredSchedule.cover("the main actor") }
        await Elsewhere().reach()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { ExploredSchedule.cover("a child task") }
        }
        async let other: Void = ExploredSchedule.cover("an async let")
        await other
        let (stream, source) = AsyncStream.makeStream(of: Void.self)
        Task { source.finish() }
        for await _ in stream {}
        ExploredSchedule.cover("a stream")
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in resume(continuation)
        }
        ExploredSchedule.cover("a continuation")
        try? await Task.sleep(nanoseconds: 1_000)
        ExploredSchedule.cover("a sleep")
    }
}
