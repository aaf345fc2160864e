import CPlatform
import ConcurrencyPrimitives
import LinuxPlatform
import Testing

@testable import Quiescence

/// What two readings of the process's activity tell. Each in a process of its own, since other tests are activity.
@Suite struct ProcessActivityTests {
    @Test func threadThatRanBetweenTwoReadingsMakesThemDiffer() async {
        await #expect(processExitsWith: .success) {
            let (go, end) = (Latch("the thread may go on"), Latch("the thread may end"))
            SystemThread.start {
                go.waitBlocking()
                end.waitBlocking()
            }
            try ObserverThread.observing {
                let before = try ProcessActivityTests.reading()
                go.open()
                let after = try ProcessActivityTests.reading()
                precondition(after != before)
                end.open()
            }
        }
    }

    @Test func threadThatBeganBetweenTwoReadingsMakesThemDiffer() async {
        await #expect(processExitsWith: .success) {
            try ObserverThread.observing {
                let before = try ProcessActivityTests.reading()
                let end = Latch("the thread may end")
                SystemThread.start { end.waitBlocking() }
                let after = try ProcessActivityTests.reading()
                precondition(after != before)
                end.open()
            }
        }
    }

    @Test func pausesOfObserversAreNoActivity() async {
        await #expect(processExitsWith: .success) {
            let (begun, end) = (Latch("the other observer has begun"), Latch("the other observer may end"))
            ObserverThread.start {
                begun.open()
                while !end.isOpen { oplab_pause(100_000) }
            }
            await begun.wait()
            try ObserverThread.observing {
                let own = ContextSwitches.ofCallingThread.total
                let before = try ProcessActivityTests.reading()
                let after = try ProcessActivityTests.reading()
                precondition(after == before)
                precondition(ContextSwitches.ofCallingThread.total > own, "a pause is no context switch")
            }
            end.open()
        }
    }

    @Test func asManyThreadsAreCountedAsAreListed() async {
        await #expect(processExitsWith: .success) {
            let end = Latch("the threads may end")
            for _ in 0..<20 { SystemThread.start { end.waitBlocking() } }
            try ObserverThread.observing {
                _ = try ProcessActivityTests.reading()
                precondition(ThreadList.ownCount == ThreadList.own?.count && ThreadList.ownCount ?? 0 > 20)
            }
            end.open()
        }
    }

    /// A reading when all other threads have been asleep for two milliseconds.
    private static func reading() throws -> ProcessActivity {
        var last = try ProcessActivity()
        var equal = 0
        while equal < 2 {
            oplab_pause(1_000_000)
            let now = try ProcessActivity()
            equal = try now == last && ThreadSnapshot.allSleep() ? equal + 1 : 0
            last = now
        }
        return last
    }
}
