import LinuxPlatform
import Testing

@testable import ConcurrencyPrimitives

@Suite struct ReserveThreadTests {
    /// Tries until the threads that have done their work have become idle.
    private static func run(on threads: ReserveThreads, _ work: @escaping @Sendable () -> Void) {
        while !threads.run(work) { sched_yield() }
    }

    @Test func workIsRefusedAtTheCeilingAndTheThreadIsUsedAgain() async {
        let names = await SystemThread.value { () -> [pthread_t] in
            let threads = ReserveThreads(ceiling: 1, idleTime: .seconds(600))
            let names = Mutex<[pthread_t]>([])
            let (began, mayEnd, ended) = (Parker(), Parker(), Parker())
            #expect(
                threads.run {
                    names.withLock { $0.append(pthread_self()) }
                    began.unpark()
                    mayEnd.park()
                })
            began.park()
            #expect(!threads.run { Issue.record("more work was run than there may be threads") })
            mayEnd.unpark()
            Self.run(on: threads) {
                names.withLock { $0.append(pthread_self()) }
                ended.unpark()
            }
            ended.park()
            #expect(threads.count == 1)
            return names.withLock { $0 }
        }
        #expect(names.count == 2 && names[0] == names[1])
    }

    @Test func idleThreadEnds() async {
        await SystemThread.value {
            let threads = ReserveThreads(ceiling: 3, idleTime: .milliseconds(1))
            for _ in 0..<3 { Self.run(on: threads) {} }
            while threads.count > 0 { sched_yield() }
        }
    }

    /// Work that comes just when a thread gives up waiting is run all the same.
    @Test func noWorkIsLostWhileThreadsEnd() async {
        let count = await SystemThread.value { () -> Int in
            let threads = ReserveThreads(ceiling: 2, idleTime: .zero)
            let shared = Shared()
            for _ in 0..<2_000 { Self.run(on: threads) { shared.count(upTo: 2_000) } }
            shared.all.park()
            return shared.done.load()
        }
        #expect(count == 2_000)
    }

    private final class Shared: Sendable {
        let done = Atomic<Int>(0)
        let all = Parker()

        func count(upTo last: Int) {
            if done.adding(1) == last { all.unpark() }
        }
    }

    @Test func finishedWorkIsReleasedWhileTheThreadWaits() async {
        final class Held: Sendable {
            let end: Parker
            init(_ end: Parker) { self.end = end }
            deinit { end.unpark() }
        }
        await SystemThread.value {
            let threads = ReserveThreads(ceiling: 1, idleTime: .seconds(600))
            let end = Parker()
            do {
                let held = Held(end)
                #expect(threads.run { _ = held })
            }
            end.park()
        }
    }
}
