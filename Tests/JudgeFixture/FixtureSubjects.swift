import OperationQueues
import QueueConformance
import QueueSubjects

/// The queues that this program judges beside this project's own.
enum FixtureSubjects {
    static let all: [any JudgedSubject] = [
        ClosureQueueSubject(), ClosureQueueSubject(flaw: .runsTwo),
        ClosureQueueSubject(flaw: .lastInFirstOut),
        ClosureQueueSubject(flaw: .startsLate), ClosureQueueSubject(flaw: .addingBlocks),
        ClosureQueueSubject(flaw: .waitReturnsAtOnce), ClosureQueueSubject(flaw: .waitNeverReturns),
        WideClosureQueueSubject(), TrappingSubject(),
        TimedClosureQueueSubject(), DeafClosureQueueSubject(),
        SerialLockSubject(), BagSubject(),
        DeclaringSubject(), ObservingSubject(), ObservingSubject(tellsStartOfCancelled: true),
        ActorTaskQueueSubject(), ActorTaskQueueSubject(flaw: .runsOutside),
        ActorTaskQueueSubject(flaw: .cancelledIsZero), SuspendingActorSubject(),
        DispatchSerialSubject(), DispatchConcurrentSubject(),
    ]
}

/// This project's queue as one that is serial and can do all else: what a serial queue is judged by must not need a second
/// operation at a time.
struct SerialLockSubject: CompleteSubject, OwnAdvancedSubject, FixedWidthSubject {
    let name = "serial-lock"
    let summary = "LockedOperationQueue with the limit 1, which can't be set"
    let fixedWidth = 1

    func makeQueue() -> LockedOperationQueue {
        let queue = LockedOperationQueue()
        queue.maxConcurrentOperationCount = 1
        return queue
    }

    func makeOtherKindOfQueue() -> ActorOperationQueue { ActorOperationQueue() }
    func currentQueue() -> LockedOperationQueue? { LockedOperationQueue.current }
    func mainQueue() -> LockedOperationQueue { .main }
}
