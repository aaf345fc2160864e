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

        let started = Atomic<Int>(0)
        let ended = Atomic<Int>(0)

        func add(_ body: @escaping @Sendable () -> Void) {
            guard list.add(ThreadWork(body)) else { return }
            started.adding(1)
            SystemThread.start {
                self.list.serve()
                self.ended.adding(1)
            }
        }

        /// Blocks the calling thread until all threads have ended.
        func waitForThreads() { while ended.load() < started.load() { sched_yield() } }
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
        let runs = Mutex(Array(repeating: 0, count: 3_000))
        let producers = (0..<3).map { producer in
            let ended = Latch()
            SystemThread.start {
                for number in 0..<1_000 {
                    shared.add { runs.withLock { $0[producer * 1_000 + number] += 1 } }
                    sched_yield()
                }
                ended.open()
            }
            return ended
        }
        for producer in producers { await producer.wait() }
        await SystemThread.value { shared.waitForThreads() }
        #expect(runs.withLock { $0.allSatisfy { $0 == 1 } })
        let isWanted = shared.list.isWanted
        #expect(!isWanted)
    }

    @Test func longListIsTakenInItsOrder() async {
        let shared = Shared()
        let order = Mutex<[Int]>([])
        for number in 0..<500 { _ = shared.list.add(ThreadWork { order.withLock { $0.append(number) } }) }
        await SystemThread.value { shared.list.serve() }
        #expect(order.withLock { $0 } == Array(0..<500))
    }

    @Test func threadThatMayNeverComeIsNotCountedOn() async {
        let shared = Shared()
        let first = shared.list.add(ThreadWork {})
        shared.list.stopExpecting()
        let second = shared.list.add(ThreadWork {})
        #expect(first && second)
        await SystemThread.value { shared.list.serve() }
        await SystemThread.value { shared.list.run() }
        let third = shared.list.add(ThreadWork {})
        #expect(third)
    }

    /// A thread that polls elsewhere takes what is listed meanwhile, or has another started for it.
    @Test(arguments: [true, false])
    func workCountsOnAThreadThatPolls(returns: Bool) async {
        let shared = Shared()
        let polls = Latch()
        shared.add {
            shared.list.beginPolling()
            polls.open()
            while !shared.list.isWanted { sched_yield() }
            let isClaimed = shared.list.endPolling()
            #expect(isClaimed)
            if returns { return shared.list.stopExpecting() }
            SystemThread.start { shared.list.serve() }
            shared.all.waitBlocking()
        }
        await polls.wait()
        let needsThread = shared.list.add(ThreadWork { shared.all.open() })
        #expect(!needsThread)
        await shared.all.wait()
    }

    @Test func noWorkClaimsAThreadThatPollsInVain() {
        let shared = Shared()
        shared.list.beginPolling()
        let isClaimed = shared.list.endPolling()
        let needsThread = shared.list.add(ThreadWork {})
        #expect(!isClaimed && needsThread)
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
