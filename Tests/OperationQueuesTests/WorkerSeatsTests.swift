import CPlatform
import ConcurrencyPrimitives
import LinuxPlatform
import Testing

@testable import OperationQueues
@testable import Operations

/// What a queue knows of its workers, and how it finds out which of them are blocked (rule 6.12).
@Suite struct WorkerSeatsTests {
    private let queue = LockedOperationQueue()

    private func worker() -> Worker { Worker(for: queue, generation: 0) }

    /// Looks that have seen what is given.
    private func looks(_ seats: WorkerSeats, blocked: Bool) -> [WorkerLook] {
        seats.looks.map { look in
            WorkerLook(seat: look.seat, thread: look.thread, change: look.change, isBlocked: blocked)
        }
    }

    @Test func seatOfWhoHasLeftIsTakenAgain() {
        var seats = WorkerSeats()
        let first = worker(), second = worker(), third = worker()
        seats.noteVisit(of: first)
        seats.noteVisit(of: second)
        seats.noteVisit(of: second)
        #expect(first.seat.bits == 1 && second.seat.bits == 2)
        seats.leave(first)
        seats.noteVisit(of: third)
        #expect(third.seat.bits == 1)
        #expect(seats.looks.map(\.seat) == [1, 2])
    }

    @Test func thereAreAsManySeatsAsWorkers() {
        var seats = WorkerSeats()
        for number in 1...20 {
            let worker = worker()
            seats.noteVisit(of: worker)
            #expect(worker.seat.bits == UInt(number))
        }
        #expect(seats.looks.count == 20)
        seats.note(looks(seats, blocked: true))
        #expect(seats.blocked == 20)
    }

    @Test func workerThatComesBackIsNotBlocked() {
        var seats = WorkerSeats()
        let one = worker(), other = worker()
        seats.noteVisit(of: one)
        seats.noteVisit(of: other)
        seats.note(looks(seats, blocked: true))
        #expect(seats.blocked == 2)
        seats.noteVisit(of: one)
        #expect(seats.blocked == 1)
        seats.noteVisit(of: other)
        seats.leave(other)
        #expect(seats.blocked == 0)
    }

    @Test(arguments: ["visit", "another worker", "wait", "wait that is over", "end"])
    func lookThatIsOutOfDateSaysNothing(_ change: String) {
        var seats = WorkerSeats()
        let one = worker(), other = worker()
        seats.noteVisit(of: one)
        let seen = looks(seats, blocked: true)
        switch change {
        case "visit": seats.noteVisit(of: one)
        case "another worker":
            seats.leave(one)
            seats.noteVisit(of: other)
            #expect(other.seat.bits == 1)
        case "wait": seats.note(true, of: 1)
        case "wait that is over":
            seats.note(true, of: 1)
            seats.note(false, of: 1)
        default: seats.noteEnd(on: 1)
        }
        seats.note(seen)
        #expect(seats.blocked == 0)
    }

    @Test func whoWaitsForAnOperationIsNotLookedAt() {
        var seats = WorkerSeats()
        let worker = worker()
        seats.noteVisit(of: worker)
        seats.note(looks(seats, blocked: true))
        seats.note(true, of: 1)
        #expect(seats.blocked == 0 && seats.waiting == 1 && seats.looks.isEmpty)
        seats.note(false, of: 1)
        #expect(seats.waiting == 0 && seats.looks.count == 1)
    }

    /// Its operation has left its slot, so there is nothing to give to others.
    @Test func whoseOperationHasEndedCountsForNothing() {
        var seats = WorkerSeats()
        let worker = worker()
        seats.noteVisit(of: worker)
        seats.note(looks(seats, blocked: true))
        seats.noteEnd(on: 1)
        #expect(seats.blocked == 0 && seats.looks.isEmpty)
        seats.note(true, of: 1)
        #expect(seats.waiting == 0)
        seats.note(false, of: 1)
        #expect(seats.waiting == 0 && seats.looks.isEmpty)
        seats.noteVisit(of: worker)
        #expect(seats.looks.count == 1)
    }

    @Test func endWhileItWaitsEndsTheWaitForTheQueue() {
        var seats = WorkerSeats()
        let worker = worker()
        seats.noteVisit(of: worker)
        seats.note(true, of: 1)
        seats.noteEnd(on: 1)
        #expect(seats.waiting == 0)
        seats.note(false, of: 1)
        #expect(seats.waiting == 0)
    }

    @Test func workerThatIsNoLongerBlockedIsCountedAsSuch() {
        var seats = WorkerSeats()
        let worker = worker()
        seats.noteVisit(of: worker)
        seats.note(looks(seats, blocked: true))
        seats.note(looks(seats, blocked: false))
        #expect(seats.blocked == 0)
    }

    // MARK: Completion blocks

    @Test func whoIsLongInACompletionBlockIsReplacedOnce() {
        var seats = WorkerSeats()
        let one = worker(), other = worker()
        seats.noteVisit(of: one)
        seats.noteVisit(of: other)
        seats.noteCompletion(of: one, isAwaited: true)
        #expect(seats.completing == 1 && !seats.areAllWorking)
        let seen = looks(seats, blocked: false)
        let replaced = [seats.note(seen), seats.note(looks(seats, blocked: false))]
        #expect(replaced == [1, 0])
        #expect(seats.completing == 0 && seats.looks.map(\.seat) == [2])
        let wasOver = [seats.noteVisit(of: one), seats.noteVisit(of: one)]
        #expect(wasOver == [true, false] && seats.areAllWorking)
    }

    @Test func whoHasComeBackFromACompletionBlockIsNotReplaced() {
        var seats = WorkerSeats()
        let worker = worker()
        seats.noteVisit(of: worker)
        seats.noteCompletion(of: worker, isAwaited: true)
        let seen = looks(seats, blocked: true)
        let wasOver = seats.noteVisit(of: worker)
        seats.noteCompletion(of: worker, isAwaited: true)
        let replaced = seats.note(seen)
        #expect(!wasOver && replaced == 0 && seats.completing == 1)
    }

    @Test func nobodyCountsOnWhoIsForgotten() {
        var seats = WorkerSeats()
        let one = worker(), other = worker()
        seats.noteVisit(of: one)
        seats.noteVisit(of: other)
        seats.noteCompletion(of: one, isAwaited: true)
        seats.noteCompletion(of: other, isAwaited: false)
        let forgotten = seats.forgetCompletions()
        #expect(forgotten == 1 && seats.completing == 0 && seats.looks.isEmpty)
        let wasOver = [seats.noteVisit(of: one), seats.noteVisit(of: other)]
        #expect(wasOver == [true, true])
    }

    // MARK: Looks at threads

    private func isSeenBlocked(_ thread: Int32) -> Bool {
        WorkerLook.take([WorkerLook(seat: 1, thread: thread)])[0].isBlocked
    }

    @Test func threadThatSleepsIsSeenToBeBlocked() async {
        let id = Promise<Int32>()
        let gate = Parker()
        SystemThread.start {
            id.fulfill(oplab_thread_id())
            gate.park()
        }
        let thread = await id.value()
        while !isSeenBlocked(thread) {}
        gate.unpark()
    }

    #if !TSAN
    // A thread that computes may sleep in a lock of ThreadSanitizer itself.
    @Test func threadThatComputesIsNotBlocked() async {
        let id = Promise<Int32>(), hasEnded = Promise<Void>()
        // No latch: beside an exploration it tells that of each look, and may wait for it.
        final class Flag: Sendable { let isUp = Atomic<Int>(0) }
        let mayEnd = Flag()
        SystemThread.start {
            id.fulfill(oplab_thread_id())
            while mayEnd.isUp.load() == 0 {}
            hasEnded.fulfill(())
        }
        let thread = await id.value()
        // From when it is first seen at work, it never sleeps.
        while ThreadFile.ticksIfBlocked(thread) != nil {}
        for _ in 0..<200 { #expect(!isSeenBlocked(thread)) }
        mayEnd.isUp.store(1)
        await hasEnded.value()
    }
    #endif

    // MARK: Queues

    @Test(arguments: QueueFeatureTests.queues.indices)
    func asManyBlockedBodiesAreReplacedAsDispatchHasThreads(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        let gates = (0..<63).map { _ in Parker() }
        for gate in gates { queue.addOperation { gate.park() } }
        queue.addOperation { for gate in gates { gate.unpark() } }
        await queue.waitUntilAllOperationsAreFinished()
    }

    @Test func workerWhoseOperationHasEndedInsideStartIsNotLookedAt() async {
        final class EndingEarly: Operation, @unchecked Sendable {
            let (hasEnded, mayReturn) = (Parker(), Parker())

            override func start() {
                if begin() { finish(tellingWorker: false) }
                hasEnded.unpark()
                mayReturn.park()
            }
        }
        let queue = LockedOperationQueue()
        let operation = EndingEarly()
        queue.addOperation(operation)
        await SystemThread.value { operation.hasEnded.park() }
        let (looks, taken) = queue.core.withLock { ($0.seats.looks, $0.busy) }
        #expect(looks.isEmpty && taken == 0)
        operation.mayReturn.unpark()
    }

    @Test func nothingIsLeftWhenBlockedWorkersHaveComeBack() async {
        let queue = LockedOperationQueue()
        let gates = (0..<6).map { _ in Parker() }
        for gate in gates { queue.addOperation { gate.park() } }
        queue.addOperation { for gate in gates { gate.unpark() } }
        await queue.waitUntilAllOperationsAreFinished()
        let (isArmed, taken, waiting) = queue.core.withLock { ($0.isWatchArmed, $0.busy, $0.seats.waiting) }
        #expect(!isArmed && taken == 0 && waiting == 0)
    }
}
