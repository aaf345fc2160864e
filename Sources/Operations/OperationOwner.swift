public import ConcurrencyPrimitives

/// A queue of ours, as its operations see it. All calls come from any thread, and under no lock.
package protocol OperationOwner: AnyObject, Sendable {
    /// Adds an operation to the queue.
    func addOperation(_ operation: Operation)

    /// The operation may have become ready: look at it again.
    func operationMayStart(_ operation: Operation)

    /// The operation has come to its end elsewhere than on its worker, which reports it itself (see ``Worker``).
    func operationDidFinish(_ operation: Operation)

    /// The operation has another priority than before.
    func operationPriorityDidChange(_ operation: Operation)

    /// What an operation runs at that says nothing itself.
    var standardQuality: QualityOfService { get }

    /// The code of one of its operations is going to wait as a thread, or has done so: meanwhile its slot does no work.
    ///
    /// - Parameter seat: That of the worker which runs the operation, and which makes this call.
    func operationWaits(_ waits: Bool, seat: UInt)
}

/// Where an operation stands in its queue. Read and written by that queue only, under its lock or in its
/// actor; but for `link`, which the adding thread writes before its push publishes it, and `next` of those that have
/// left, which only the thread has that took them out.
@usableFromInline
package struct QueueMembership: ~Copyable, Sendable {
    /// `starting` from when the queue has chosen the operation until its worker has returned from `start`, and
    /// `running` after that, if it hasn't ended by then, or gone back.
    @usableFromInline
    package enum Phase: UInt { case outside, waiting, listed, starting, running }

    // What is here is inlined into the queues: a call each would cost more than what it does.

    @usableFromInline let phaseWord = GuardedWord(Phase.outside.rawValue)
    @usableFromInline let previousWord = GuardedWord()
    @usableFromInline let nextWord = GuardedWord()
    @usableFromInline let previousReadyWord = GuardedWord()
    @usableFromInline let nextReadyWord = GuardedWord()

    init() {}

    /// Where in `phaseWord` the segment begins; below are the phase, a byte, the level, three bits, and the length of
    /// the path, five.
    @usableFromInline static let segmentShift: UInt = 16
    @usableFromInline static let phaseAndLevel: UInt = 1 << segmentShift - 1

    /// Setting it forgets the level and the length of the path.
    @inlinable
    package var phase: Phase {
        get { Phase(rawValue: phaseWord.bits & 0xff).unsafelyUnwrapped }
        nonmutating set { phaseWord.bits = phaseWord.bits & ~Self.phaseAndLevel | newValue.rawValue }
    }

    /// Says that the operation is listed in the ready list of a level, from 0 to 4.
    ///
    /// - Parameter pathLength: As long as the queue goes by that; up to ``Operation/longestPath``.
    @inlinable
    package func list(level: Int, pathLength: Int) {
        phaseWord.bits =
            phaseWord.bits & ~Self.phaseAndLevel | Phase.listed.rawValue | UInt(level) << 8
            | UInt(pathLength) << 11
    }

    /// The ready list that the operation stands in, while `listed`.
    @inlinable
    package var level: Int { Int(phaseWord.bits >> 8 & 0x7) }

    /// How long the path of its dependents was when it was listed.
    @inlinable
    package var pathLength: Int { Int(phaseWord.bits >> 11 & 0x1f) }

    /// The number of the segment between barriers that the operation stands in. 0 until it is set.
    @inlinable
    package var segment: Int {
        get { Int(phaseWord.bits >> Self.segmentShift) }
        nonmutating set {
            phaseWord.bits = phaseWord.bits & Self.phaseAndLevel | UInt(newValue) << Self.segmentShift
        }
    }

    /// The neighbours in the order of adding. The queue retains its members.
    @inlinable
    package var previous: Unmanaged<Operation>? {
        get { previousWord.reference() }
        nonmutating set { previousWord.setReference(newValue) }
    }

    /// The same word as ``next``, as bits: before the operation is a member, its link in the queue's inbox. Written by
    /// the one thread that adds the operation, before it pushes it; then by who takes it out.
    @inlinable
    package var link: UInt {
        get { nextWord.bits }
        nonmutating set { nextWord.bits = newValue }
    }

    @inlinable
    package var next: Unmanaged<Operation>? {
        get { nextWord.reference() }
        nonmutating set { nextWord.setReference(newValue) }
    }

    /// The neighbours in the ready list.
    @inlinable
    package var previousReady: Unmanaged<Operation>? {
        get { previousReadyWord.reference() }
        nonmutating set { previousReadyWord.setReference(newValue) }
    }

    /// Says that the operation is being started, by the worker in this seat; 0 if that has none yet.
    @inlinable
    package func start(onSeat seat: UInt) {
        phase = .starting
        nextReadyWord.bits = seat
    }

    /// The seat of the worker that is inside `start`, while `starting`: in the same word as ``nextReady``, which is of use only
    /// while `listed`.
    @inlinable
    package var seat: UInt { nextReadyWord.bits }

    @inlinable
    package var nextReady: Unmanaged<Operation>? {
        get { nextReadyWord.reference() }
        nonmutating set { nextReadyWord.setReference(newValue) }
    }
}

/// A queue as its operations refer to it, without counting the reference.
///
/// A queue makes one, which lives as long as the queue; and a queue holds itself for as long as it has members
/// (see `QueueActions`). So an operation that is a member and hasn't left can ask for its queue; who may do
/// that and when, ``Operation/owner`` says.
package final class OwnerHandle: @unchecked Sendable {
    /// Written once, by the queue's initialiser, before anybody else knows the queue: so it isn't checked for exclusive access.
    @exclusivity(unchecked)
    package unowned(unsafe) var queue: (any OperationOwner)!

    /// Who is notified of what is added. Changed under its lock together with ``delegationCount``.
    private let delegations = Mutex<[any QueueDelegation]>([])
    /// How many there are: what adding looks at. Who sets a delegation while others add may be notified of theirs or not.
    private let delegationCount = Atomic<Int>(0)

    package init() {}

    /// Whether somebody is notified of what is added.
    var isDelegated: Bool { delegationCount.load() > 0 }

    /// Whether an operation is added the plain way: nobody is notified, no trace is recorded, no exploration runs.
    @inline(__always)
    package var addsPlainly: Bool { !isInstrumented() && delegationCount.plainLoad() == 0 }

    /// Those who are notified, in the order in which they came.
    package var currentDelegations: [any QueueDelegation] { delegations.withLock { $0 } }

    /// Calls `add`, which adds `operations`, and tells those who want to know before and afterwards, in the order in which
    /// they came.
    package func announce(_ operations: @autoclosure () -> [Operation], _ add: () -> Void) {
        if !isDelegated { return add() }
        let (operations, delegations) = (operations(), currentDelegations)
        for operation in operations { for delegation in delegations { delegation.willAdd(operation) } }
        add()
        for operation in operations { for delegation in delegations { delegation.didAdd(operation) } }
    }

    /// Changes who is notified of what is added from now on.
    package func changeDelegations(_ change: (inout [any QueueDelegation]) -> Void) {
        // What is taken out is let go of outside the lock: its `deinit` may be a client's.
        let former = delegations.withLock { delegations in
            let former = delegations
            change(&delegations)
            delegationCount.store(delegations.count)
            return former
        }
        _ = former
    }
}

/// Who is notified of what is added to a queue, before and after. Called by the adding thread, under no lock.
package protocol QueueDelegation: AnyObject, Sendable {
    func willAdd(_ operation: Operation)
    func didAdd(_ operation: Operation)
}
