import FoundationCompatibility
import Testing

/// In which order Foundation's queue is notified of what becomes of an operation.
struct StandInPhaseTests {
    @Test func operationRuns() {
        var phase = StandInPhase.waiting
        let (started, executes, ended) = (phase.start(), phase.execute(), phase.end())
        #expect(started == .run && executes && ended == .announceEnd && phase == .finished)
    }

    @Test func endBeforeTheStartIsAnnouncedAfterIt() {
        var phase = StandInPhase.waiting
        let (ended, started) = (phase.end(), phase.start())
        #expect(ended == .announceReadiness && started == .announceEnd && phase == .finished)
    }

    /// It was claimed, and another thread has ended it before it began.
    @Test func operationThatHasEndedDoesNotExecute() {
        var phase = StandInPhase.waiting
        let (started, ended, executes) = (phase.start(), phase.end(), phase.execute())
        #expect(started == .run && ended == .announceEnd && !executes && phase == .finished)
    }

    @Test func eachStepIsMadeOnce() {
        var phase = StandInPhase.waiting
        let starts = [phase.start(), phase.start()]
        let executions = [phase.execute(), phase.execute()]
        let startedLate = phase.start()
        let ends = [phase.end(), phase.end()]
        #expect(starts == [.run, .nothing] && executions == [true, false])
        #expect(startedLate == .nothing && ends == [.announceEnd, .nothing])
    }
}
