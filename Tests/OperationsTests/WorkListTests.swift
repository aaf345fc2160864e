import LinuxPlatform
import Testing

@testable import ConcurrencyPrimitives

@Suite struct WorkListTests {
    private final class Shared: Sendable {
        let list = WorkList()
        let runs = Atomic<Int>(0)
        let running = Atomic<Int>(0)
        let all = Latch()

        func count(upTo last: Int) { if runs.adding(1) == last { all.open() } }

        func add(_ body: @escaping @Sendable () -> Void) {
            if list.add(ThreadWork(body)) { SystemThread.start { self.list.serve() } }
        }
    }

    @Test func firstWorkTakesAThreadWhichTakesAllThatIsListed() async {
        let shared = Shared()
        let first = shared.list.add(ThreadWork { shared.count(upTo: 2) })
        let isWanted = shared.list.isWanted
        let second = shared.list.add(ThreadWork { shared.count(upTo: 2) })
        #expect(first && second && isWanted)
        await SystemThread.value { shared.list.serve() }
        let isWantedStill = shared.list.isWanted
        #expect(shared.all.isOpen && !isWantedStill)
        // The thread of the second piece comes in vain.
        await SystemThread.value { shared.list.serve() }
        #expect(shared.runs.load() == 2)
    }

    /// Whoever is faster takes it: a thread that lingers, or one that was started.
    @Test func eachPieceOfWorkRunsOnceWhileThreadsLingerAndEnd() async {
        let shared = Shared()
        let producers = (0..<3).map { _ in
            let ended = Latch()
            SystemThread.start {
                for _ in 0..<1_000 {
                    shared.add { shared.count(upTo: 3_000) }
                    sched_yield()
                }
                ended.open()
            }
            return ended
        }
        for producer in producers { await producer.wait() }
        await shared.all.wait()
        #expect(shared.runs.load() == 3_000)
    }

    /// A thread that looks elsewhere takes what is listed meanwhile, or has another started for it.
    @Test(arguments: [true, false])
    func workCountsOnAThreadThatLooks(returns: Bool) async {
        let shared = Shared()
        let looks = Latch()
        shared.add {
            shared.list.beginLook()
            looks.open()
            while !shared.list.isWanted { sched_yield() }
            let isOwed = shared.list.endLook()
            #expect(isOwed)
            if returns { return shared.list.returnFromLook() }
            SystemThread.start { shared.list.serve() }
            shared.all.waitBlocking()
        }
        await looks.wait()
        let needsThread = shared.list.add(ThreadWork { shared.all.open() })
        #expect(!needsThread)
        await shared.all.wait()
    }

    @Test func threadThatLooksInVainOwesNothing() {
        let shared = Shared()
        shared.list.beginLook()
        let isOwed = shared.list.endLook()
        let needsThread = shared.list.add(ThreadWork {})
        #expect(!isOwed && needsThread)
    }

    /// Each piece blocks until the others run, too: so none waits for a thread that is busy.
    @Test func asManyRunAtOnceAsAreListed() async {
        for _ in 0..<50 {
            let shared = Shared()
            for _ in 0..<8 {
                shared.add {
                    if shared.running.adding(1) == 8 { shared.all.open() }
                    shared.all.waitBlocking()
                }
            }
            await shared.all.wait()
        }
    }

    private final class Held: Sendable {}

    @Test func workIsLetGoOfWhenItIsDone() {
        weak var held: Held?
        let work = {
            let object = Held()
            held = object
            return ThreadWork { withExtendedLifetime(object) {} }
        }()
        #expect(held != nil)
        work.run()
        #expect(held == nil)
    }
}
