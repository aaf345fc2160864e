import Testing

@testable import ScheduleExploration

/// When a process counts as at rest, told what its threads and tasks do.
struct ProcessRestTests {
    /// What a process does between two looks.
    private final class Process {
        var areAsleep = true
        var runsTasks = true
        private var waiting: [ProcessRest.Probe] = []

        func start(_ probe: ProcessRest.Probe) { waiting.append(probe) }

        func goOn() {
            guard runsTasks else { return }
            for probe in waiting { probe.run() }
            waiting = []
        }
    }

    private let process = Process()

    private func makeRest() -> ProcessRest {
        ProcessRest(areAsleep: { [process] in process.areAsleep }, start: { [process] in process.start($0) })
    }

    /// How many looks it takes until all has come to rest; nil if it is more than `most`.
    private func looks(_ rest: inout ProcessRest, atMost most: Int) -> Int? {
        for look in 1...most {
            process.goOn()
            if rest.look() { return look }
        }
        return nil
    }

    @Test func sleepersAreAtRestThoughTasksRun() {
        var rest = makeRest()
        #expect(looks(&rest, atMost: 1_000) == ProcessRest.enough)
    }

    @Test func whoIsAwakeOnceHasItLookedAtAnew() {
        var rest = makeRest()
        #expect(looks(&rest, atMost: ProcessRest.enough - 1) == nil)
        process.areAsleep = false
        #expect(looks(&rest, atMost: 1) == nil)
        process.areAsleep = true
        #expect(looks(&rest, atMost: 1_000) == ProcessRest.enough)
    }

    /// A thread of the pool is held up, and let go of for a moment.
    @Test func whoWaitsForAThreadIsNotAtRest() {
        var rest = makeRest()
        for _ in 0..<5 {
            process.runsTasks = false
            #expect(looks(&rest, atMost: ProcessRest.enoughHeldUp - 1) == nil)
            process.runsTasks = true
            #expect(looks(&rest, atMost: ProcessRest.enough - 1) == nil)
        }
    }

    @Test func whoeverHoldsAllThreadsUpForGoodIsAtRest() {
        process.runsTasks = false
        var rest = makeRest()
        #expect(looks(&rest, atMost: 10_000) == ProcessRest.enoughHeldUp)
    }
}
