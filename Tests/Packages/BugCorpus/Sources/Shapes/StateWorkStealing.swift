import Synchronization

/// A queue for work stealing whose places have a state each. Who takes an item changes the state of its place. The owner looks
/// for an item from the end, and a thief from the beginning.
///
/// CHESS has two such queues. Their bugs here are of the same kind as there, and have a form of their own.
final class StateWorkStealingQueue: Sendable {
    /// What is wrong with it.
    enum Fault {
        case none
        /// Who takes an item looks at the state, and then stores the next one.
        case looksAndTakes
        /// A place says that it is full before the item is in it.
        case isFullTooSoon
    }

    private enum State {
        static let empty = 0
        static let full = 1
        static let taken = 2
    }

    private final class Place: Sendable {
        let state = Atomic(State.empty)
        let item = Atomic<Int>(-1)
    }

    private let places = (0..<2).map { _ in Place() }
    private let tail = Atomic(0)
    private let fault: Fault

    init(_ fault: Fault) { self.fault = fault }

    func push() {
        let index = tail.load(ordering: .sequentiallyConsistent)
        let place = places[index]
        let isFullTooSoon = fault == .isFullTooSoon
        if isFullTooSoon { place.state.store(State.full, ordering: .sequentiallyConsistent) }
        place.item.store(index, ordering: .sequentiallyConsistent)
        if !isFullTooSoon { place.state.store(State.full, ordering: .sequentiallyConsistent) }
        tail.store(index + 1, ordering: .sequentiallyConsistent)
    }

    func pop() -> Int? { take(places.reversed()) }

    func steal() -> Int? { take(places) }

    private func take(_ places: [Place]) -> Int? {
        guard let place = places.first(where: take) else { return nil }
        let item = place.item.load(ordering: .sequentiallyConsistent)
        return item < 0 ? nil : item
    }

    private func take(_ place: Place) -> Bool {
        if fault == .looksAndTakes {
            guard place.state.load(ordering: .sequentiallyConsistent) == State.full else { return false }
            place.state.store(State.taken, ordering: .sequentiallyConsistent)
            return true
        }
        return place.state.compareExchange(
            expected: State.full, desired: State.taken, ordering: .sequentiallyConsistent
        ).exchanged
    }
}

extension Shape {
    static let stateWorkStealingQueue = stateWorkStealing("chess.SWSQ", fault: .looksAndTakes)
    static let interlockedWorkStealingQueueWithState = stateWorkStealing(
        "chess.IWSQWS", fault: .isFullTooSoon)

    private static func stateWorkStealing(
        _ name: String, fault: StateWorkStealingQueue.Fault
    ) -> Shape {
        Shape(name: name, symptom: .failed, hasFixedForm: true) { isFixed, expect in
            let queue = StateWorkStealingQueue(isFixed ? .none : fault)
            await workStealing(
                expect, push: { queue.push() }, pop: { queue.pop() }, steal: { queue.steal() })
        }
    }
}
