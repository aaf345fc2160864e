import CPlatform
import ConcurrencyPrimitives
import Testing

@testable import OperationQueues
@testable import Operations

/// What a queue knows of its workers, and how it finds out which of them are blocked (rule 6.12).
@Suite struct WorkerSeatsTests {
    private let queue = LockedOperationQueue()

    private func worker() -> Worker { Worker(for: queue, generation: 0) }

    /// What a look sees of the thread that calls this: `isBlocked` is as given.
    private func looks(_ seats: WorkerSeats, blocked: Bool) -> [WorkerLook] {
        seats.looks.map { look in
            var look = look
            look.note(ticks: 1, isBlocked: blocked)
            return look
        }
    }

    @Test func seatOfWhoHasLeftIsTakenAgain() {
        var seats = WorkerSeats()
        let first = worker(), second = worker(), third = worker()
        seats.seat(first)
        seats.seat(second)
        seats.seat(second)
        #expect(first.seat.bits == 1 && second.seat.bits == 2)
        seats.leave(first)
        seats.seat(third)
        #expect(third.seat.bits == 1)
        #expect(seats.looks.map(\.seat) == [1, 2])
    }

    @Test func thereAreAsManySeatsAsWorkers() {
        var seats = WorkerSeats()
        for number in 1...20 {
            let worker = worker()
            seats.seat(worker)
            #expect(worker.seat.bits == UInt(number))
        }
        #expect(seats.looks.count == 20)
        seats.note(looks(seats, blocked: true))
        #expect(seats.blocked == 20)
    }

    @Test func workerThatComesBackIsNotBlocked() {
        var seats = WorkerSeats()
        let one = worker(), other = worker()
        seats.seat(one)
        seats.seat(other)
        seats.note(looks(seats, blocked: true))
        #expect(seats.blocked == 2)
        seats.noteVisit(of: one)
        #expect(seats.blocked == 1)
        seats.noteVisit(of: one)
        seats.leave(other)
        #expect(seats.blocked == 0)
    }

    @Test func lookThatIsOutOfDateSaysNothing() {
        var seats = WorkerSeats()
        let one = worker(), other = worker(), third = worker()
        seats.seat(one)
        seats.seat(other)
        seats.seat(third)
        let seen = looks(seats, blocked: true)
        seats.noteVisit(of: one)
        seats.leave(other)
        seats.note(true, of: third.seat.bits)
        seats.note(seen)
        #expect(seats.blocked == 0)
    }

    @Test func whoWaitsForAnOperationIsNotLookedAt() {
        var seats = WorkerSeats()
        let worker = worker()
        seats.seat(worker)
        seats.note(looks(seats, blocked: true))
        seats.note(true, of: worker.seat.bits)
        #expect(seats.blocked == 0 && seats.looks.isEmpty)
        seats.note(false, of: worker.seat.bits)
        #expect(seats.looks.count == 1 && seats.looks[0].ticksBefore == nil)
    }

    @Test func workerThatIsNoLongerBlockedIsCountedAsSuch() {
        var seats = WorkerSeats()
        let worker = worker()
        seats.seat(worker)
        seats.note(looks(seats, blocked: true))
        #expect(seats.looks[0].ticksBefore == 1)
        seats.note(looks(seats, blocked: false))
        #expect(seats.blocked == 0)
    }

    // MARK: Looks at threads

    @Test func threadThatSleepsIsSeenToBeBlocked() async {
        let id = Promise<Int32>()
        let gate = Parker()
        SystemThread.start {
            id.fulfill(oplab_thread_id())
            gate.park()
        }
        let thread = await id.value()
        var ticks: UInt64?
        while true {
            var look = WorkerLook(seat: 1, thread: thread, visits: 0, ticksBefore: ticks)
            look.look()
            if look.isBlocked { break }
            ticks = look.ticks
        }
        gate.unpark()
    }

    @Test func threadThatComputesIsNotBlocked() async {
        let id = Promise<Int32>(), hasEnded = Promise<Void>()
        let mayEnd = Latch("the looks are over")
        SystemThread.start {
            id.fulfill(oplab_thread_id())
            while !mayEnd.isOpen {}
            hasEnded.fulfill(())
        }
        let thread = await id.value()
        var ticks: UInt64?
        for _ in 0..<200 {
            var look = WorkerLook(seat: 1, thread: thread, visits: 0, ticksBefore: ticks)
            look.look()
            #expect(!look.isBlocked)
            ticks = look.ticks
        }
        mayEnd.open()
        await hasEnded.value()
    }

    // MARK: Queues

    @Test(arguments: QueueFeatureTests.queues.indices)
    func asManyBlockedBodiesAreReplacedAsDispatchHasThreads(_ index: Int) async {
        let queue = QueueFeatureTests.queues[index]()
        let gates = (0..<63).map { _ in Parker() }
        for gate in gates { queue.addOperation { gate.park() } }
        queue.addOperation { for gate in gates { gate.unpark() } }
        await queue.waitUntilAllOperationsAreFinished()
    }

    @Test func nothingIsLeftWhenBlockedWorkersHaveComeBack() async {
        let queue = LockedOperationQueue()
        let gates = (0..<6).map { _ in Parker() }
        for gate in gates { queue.addOperation { gate.park() } }
        queue.addOperation { for gate in gates { gate.unpark() } }
        await queue.waitUntilAllOperationsAreFinished()
        let (isArmed, taken, returned) = queue.core.withLock { ($0.isWatchArmed, $0.busy, $0.returned) }
        #expect(!isArmed && taken == 0 && returned == 0)
    }
}
