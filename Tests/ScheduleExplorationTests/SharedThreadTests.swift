import CPlatform
import CScheduleControl
import CScheduleInterposition
import ConcurrencyPrimitives
import Foundation
import LinuxPlatform
import ScheduleExploration
import Synchronization
import Testing

/// Code that goes on on another thread of the system than it began on.
@Suite(.serialized, .enabled(if: oplab_interposition_works() && oplab_can_share_threads()))
struct SharedThreadTests {
    /// That of libc, or the interposer's in its place. Looked for once: a child process may not, if another thread was about to.
    private static let gettid = unsafeBitCast(dlsym(nil, "gettid"), to: (@convention(c) () -> Int32).self)
    private static var threadNumber: Int32 { gettid() }

    /// Whether the thread sleeps that the calling code takes for its own.
    private static var isAway: Bool { ThreadFile.isAsleep(threadNumber) }

    /// How often code ran at home, and how often not.
    private final class Places: Sendable {
        let home = Synchronization.Atomic(0)
        let away = Synchronization.Atomic(0)
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    @Test func codeKeepsItsThread() async {
        let places = Places()
        let report = await explore(schedules: 200) {
            let count = ConcurrencyPrimitives.Mutex(0)
            let latches = (0..<3).map { _ in Latch() }
            for (index, latch) in latches.enumerated() {
                WorkerThread.start {
                    let (number, own) = (Self.threadNumber, pthread_self())
                    pthread_setspecific(Self.key, UnsafeMutableRawPointer(bitPattern: index + 1))
                    for _ in 0..<3 {
                        errno = Int32(index)
                        count.withLock { $0 += 1 }
                        ExploredSchedule.expect(errno == Int32(index), "errno became \(errno)")
                    }
                    let numberNow = Self.threadNumber
                    ExploredSchedule.expect(numberNow == number, "the thread's number became \(numberNow)")
                    ExploredSchedule.expect(pthread_equal(pthread_self(), own) != 0, "another thread")
                    let variable = UInt(bitPattern: pthread_getspecific(Self.key))
                    ExploredSchedule.expect(variable == index + 1, "its variable became \(variable)")
                    if Self.isAway {
                        places.away.add(1, ordering: .relaxed)
                    } else {
                        places.home.add(1, ordering: .relaxed)
                    }
                    latch.open()
                }
            }
            for latch in latches { await latch.wait() }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(places.away.load(ordering: .relaxed) > 0)
        #expect(places.home.load(ordering: .relaxed) > 0)
    }

    /// A mutex whose owner the kernel knows while another thread waits for it there.
    private protocol OwnedMutex: Sendable {
        init()
        /// False if the kernel doesn't let the calling thread unlock it.
        func locked(_ body: () -> Void) -> Bool
        /// Its first word, in which a bit says whether somebody waits in the kernel.
        var word: UnsafeRawPointer { get }
    }

    private final class SwiftMutex: OwnedMutex {
        private let mutex = Synchronization.Mutex(())
        var word: UnsafeRawPointer { withUnsafePointer(to: mutex) { UnsafeRawPointer($0) } }

        /// One that may not unlock it traps.
        func locked(_ body: () -> Void) -> Bool {
            mutex.withLock { _ in body() }
            return true
        }
    }

    /// It passes on priority. Its address stays, and is given to two threads, which use it as a mutex only.
    private final class PriorityMutex: OwnedMutex, @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        var word: UnsafeRawPointer { UnsafeRawPointer(mutex) }

        init() {
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            pthread_mutexattr_setprotocol(&attributes, Int32(PTHREAD_PRIO_INHERIT))
            pthread_mutex_init(mutex, &attributes)
        }

        deinit { mutex.deallocate() }

        func locked(_ body: () -> Void) -> Bool {
            _ = Exploration.withoutControl { pthread_mutex_lock(mutex) }
            body()
            return Exploration.withoutControl { pthread_mutex_unlock(mutex) == 0 }
        }
    }

    private static let mutexes: [any OwnedMutex.Type] = [SwiftMutex.self, PriorityMutex.self]

    /// The kernel lets only the owner unlock a mutex that another thread waits for.
    @Test(arguments: mutexes.indices) func mutexIsUnlockedByItsOwner(_ index: Int) async {
        let unlocked = Synchronization.Atomic(0)
        let report = await explore(schedules: 50) {
            await Self.runTwice {
                guard Self.isAway else { return }
                let isUnlocked = Self.unlockWhileAnotherWaits(Self.mutexes[index].init())
                ExploredSchedule.expect(isUnlocked, "it wasn't its owner")
                unlocked.add(1, ordering: .relaxed)
            }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(unlocked.load(ordering: .relaxed) > 0)
    }

    /// Where code runs isn't the same each time, so no step of this is one of the schedule.
    private static func unlockWhileAnotherWaits(_ mutex: some OwnedMutex) -> Bool {
        let other = Promise<Bool>()
        let isUnlocked = mutex.locked {
            Exploration.withoutControl { SystemThread.start { other.fulfill(mutex.locked {}) } }
            let word = mutex.word.assumingMemoryBound(to: UInt32.self)
            while word.pointee & 0x8000_0000 == 0 { oplab_pause(100_000) }
        }
        return isUnlocked && Exploration.withoutControl { other.valueBlocking() }
    }

    /// What the kernel keeps for a thread doesn't go along, so such code goes home.
    @Test func signalsAndProcessorTimeAreTheThreads() async {
        let away = Synchronization.Atomic(0)
        let report = await explore(schedules: 50) {
            await Self.runTwice {
                // Code that has asked once stays at home, and so does what its thread runs later.
                let asks = Self.isAway
                if asks { away.add(1, ordering: .relaxed) }
                let wasBlocked = asks && Self.toggleSignal()
                var time = asks ? oplab_thread_cpu_nanoseconds() : 0
                for _ in 0..<3 {
                    Self.passPoints()
                    let now = asks ? oplab_thread_cpu_nanoseconds() : 0
                    ExploredSchedule.expect(now >= time, "its processor time fell from \(time) to \(now)")
                    time = now
                }
                if asks {
                    ExploredSchedule.expect(Self.toggleSignal() != wasBlocked, "another thread's signals")
                }
            }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(away.load(ordering: .relaxed) > 0)
    }

    /// Lets the calling thread block a signal if it doesn't, or lets it in, and returns whether it was blocked.
    private static func toggleSignal() -> Bool {
        var (signals, former) = (sigset_t(), sigset_t())
        pthread_sigmask(SIG_BLOCK, nil, &former)
        let wasBlocked = sigismember(&former, SIGUSR2) == 1
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR2)
        pthread_sigmask(wasBlocked ? SIG_UNBLOCK : SIG_BLOCK, &signals, nil)
        return wasBlocked
    }

    @Test func childProcessHasTheThread() async {
        let children = Synchronization.Atomic(0)
        typealias Function = @convention(c) () -> pid_t
        let fork = unsafeBitCast(dlsym(nil, "fork"), to: Function.self)
        let report = await explore(schedules: 20) {
            await Self.runTwice {
                guard Self.isAway else { return }
                let child = fork()
                if child == 0 { _exit(Self.isAway ? 1 : 0) }
                var status: Int32 = -1
                ExploredSchedule.expect(!Self.isAway, "it went on elsewhere")
                waitpid(child, &status, 0)
                ExploredSchedule.expect(status == 0, "the child ended with \(status)")
                children.add(1, ordering: .relaxed)
            }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(children.load(ordering: .relaxed) > 0)
    }

    /// What reaches the kernel's thread, or makes a child of it, is called from the thread that the code began on.
    @Test(arguments: ["raise", "pthread_kill", "vfork"]) func callGoesHome(_ name: String) async {
        let calls = Synchronization.Atomic(0)
        let vfork = unsafeBitCast(dlsym(nil, "vfork"), to: (@convention(c) () -> pid_t).self)
        let report = await explore(schedules: 20) {
            await Self.runTwice {
                guard Self.isAway else { return }
                switch name {
                // Nobody handles it.
                case "raise": raise(SIGURG)
                case "pthread_kill": pthread_kill(pthread_self(), SIGURG)
                default:
                    let child = vfork()
                    if child == 0 { _exit(0) }
                    waitpid(child, nil, 0)
                }
                ExploredSchedule.expect(!Self.isAway, "it went on elsewhere")
                calls.add(1, ordering: .relaxed)
            }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(calls.load(ordering: .relaxed) > 0)
    }

    /// Runs `body` on two threads, behind some points.
    private static func runTwice(_ body: @escaping @Sendable () -> Void) async {
        let latches = (0..<2).map { _ in Latch() }
        for latch in latches {
            WorkerThread.start {
                passPoints()
                body()
                latch.open()
            }
        }
        for latch in latches { await latch.wait() }
    }

    private static func passPoints() {
        let count = ConcurrencyPrimitives.Mutex(0)
        for _ in 0..<3 { count.withLock { $0 += 1 } }
    }

    @Test func schedulesAreTheSame() async {
        var reports: [ExplorationReport] = []
        for sharesThreads in [true, false] {
            var plan = ExplorationPlan()
            plan.schedules = 300
            plan.keepsTraces = true
            plan.sharesThreads = sharesThreads
            reports.append(
                await explore(plan, name: "shared") {
                    let count = ConcurrencyPrimitives.Mutex(0)
                    let task = startTask { count.withLock { $0 += 1 } }
                    let other = Task { count.withLock { $0 += 1 } }
                    await task.value
                    await other.value
                    ExploredSchedule.expect(count.withLock { $0 } == 2, "an update was lost")
                })
        }
        #expect(reports[0].hasPassed && reports[0].distinct > 10, "\(reports[0])")
        #expect(reports[0].distinct == reports[1].distinct && reports[0].steps == reports[1].steps)
        #expect(Set(reports[0].traces.values) == Set(reports[1].traces.values))
    }
}
