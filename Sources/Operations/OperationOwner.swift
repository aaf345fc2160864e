public import ConcurrencyPrimitives

/// A queue of ours, as its operations see it. All calls come from any thread, and under no lock.
package protocol OperationOwner: AnyObject, Sendable {
    /// The operation may have become ready: look at it again.
    func operationMayStart(_ operation: Operation)

    /// The operation has come to its end elsewhere than on a worker's stack, where ``WorkerContext`` tells.
    func operationDidFinish(_ operation: Operation)

    /// The operation has another priority than before.
    func operationPriorityDidChange(_ operation: Operation)
}

/// Where an operation stands in its queue. Read and written by that queue only, under its lock or in its
/// actor; but for `link`, which the adding thread writes before its push publishes it, and `next` of those that have
/// left, which only the thread has that took them out.
@usableFromInline
package struct QueueMembership: ~Copyable, Sendable {
    /// `starting` from when the queue has chosen the operation until its worker has returned from `start`, and
    /// `running` after that, if it hasn't ended by then.
    @usableFromInline
    package enum Place: UInt { case outside, waiting, listed, starting, running }

    // What is here is inlined into the queues: a call each would cost more than what it does.

    @usableFromInline let placeWord = GuardedWord(Place.outside.rawValue)
    @usableFromInline let previousWord = GuardedWord()
    @usableFromInline let nextWord = GuardedWord()
    @usableFromInline let previousReadyWord = GuardedWord()
    @usableFromInline let nextReadyWord = GuardedWord()

    init() {}

    /// Setting it forgets the level.
    @inlinable
    package var place: Place {
        get { Place(rawValue: placeWord.bits & 0xff).unsafelyUnwrapped }
        nonmutating set { placeWord.bits = newValue.rawValue }
    }

    /// Says that the operation is listed in the ready list of a level.
    @inlinable
    package func list(level: Int) { placeWord.bits = Place.listed.rawValue | UInt(level) << 8 }

    /// The ready list that the operation stands in, while `listed`.
    @inlinable
    package var level: Int { Int(placeWord.bits >> 8) }

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
    /// Written once, by the queue's initialiser, before anybody else knows the queue.
    package unowned(unsafe) var queue: (any OperationOwner)!

    package init() {}
}
