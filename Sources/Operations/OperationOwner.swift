internal import ConcurrencyPrimitives

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
/// actor.
package struct QueueMembership: ~Copyable, Sendable {
    package enum Place: UInt { case outside, waiting, listed, running }

    private let placeWord = GuardedWord(Place.outside.rawValue)
    private let levelWord = GuardedWord()
    private let previousWord = GuardedWord()
    private let nextWord = GuardedWord()
    private let previousReadyWord = GuardedWord()
    private let nextReadyWord = GuardedWord()

    init() {}

    package var place: Place {
        get { Place(rawValue: placeWord.bits)! }
        nonmutating set { placeWord.bits = newValue.rawValue }
    }

    /// The ready list that the operation stands in, while `listed`.
    package var level: Int {
        get { Int(levelWord.bits) }
        nonmutating set { levelWord.bits = UInt(newValue) }
    }

    /// The neighbours in the order of adding. The queue retains its members.
    package var previous: Unmanaged<Operation>? {
        get { previousWord.reference() }
        nonmutating set { previousWord.setReference(newValue) }
    }

    package var next: Unmanaged<Operation>? {
        get { nextWord.reference() }
        nonmutating set { nextWord.setReference(newValue) }
    }

    /// The neighbours in the ready list.
    package var previousReady: Unmanaged<Operation>? {
        get { previousReadyWord.reference() }
        nonmutating set { previousReadyWord.setReference(newValue) }
    }

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
