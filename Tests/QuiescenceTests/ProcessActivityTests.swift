import CPlatform
import ConcurrencyPrimitives
import LinuxPlatform
import Testing

@testable import Quiescence

/// What two readings of the process's activity tell.
@Suite struct ProcessActivityTests {
    @Test func threadThatRanBetweenTwoReadingsMakesThemDiffer() async throws {
        let (go, done) = (Latch("the thread may go on"), Latch("the thread has run"))
        let (waits, end) = (Latch("the thread waits"), Latch("the thread may end"))
        SystemThread.start {
            waits.open()
            go.waitBlocking()
            done.open()
            end.waitBlocking()
        }
        await waits.wait()
        let before = try ProcessActivity()
        go.open()
        await done.wait()
        // It runs until it waits.
        while try ProcessActivity() == before { await Task.yield() }
        end.open()
    }

    @Test func threadThatBeganBetweenTwoReadingsMakesThemDiffer() async throws {
        let before = try ProcessActivity()
        let end = Latch("the thread may end")
        let begun = Latch("the thread has begun")
        SystemThread.start {
            begun.open()
            end.waitBlocking()
        }
        await begun.wait()
        while try ProcessActivity() == before { await Task.yield() }
        end.open()
    }

    /// In a process of its own, since other tests are activity.
    @Test func pausesOfObserversAreNoActivity() async {
        await #expect(processExitsWith: .success) {
            let other = Latch("the other observer may end")
            ObserverThread.start {
                while !other.isOpen { oplab_pause(100_000) }
            }
            try ObserverThread.observing {
                let own = ContextSwitches.ofCallingThread.total
                // Threads of the runtime may end at any time, but not for ever.
                while true {
                    let before = try ProcessActivity()
                    oplab_pause(1_000_000)
                    if try ProcessActivity() == before { break }
                }
                precondition(ContextSwitches.ofCallingThread.total > own, "a pause is no context switch")
            }
            other.open()
        }
    }

    @Test func asManyThreadsAreCountedAsAreListed() async {
        await #expect(processExitsWith: .success) {
            let end = Latch("the threads may end")
            for _ in 0..<20 { SystemThread.start { end.waitBlocking() } }
            // One of the runtime may begin or end between the two.
            while ThreadList.ownCount != ThreadList.own?.count {}
            precondition(ThreadList.ownCount ?? 0 > 20)
            end.open()
        }
    }
}
