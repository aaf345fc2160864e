import Synchronization

/// A box that holds a counted reference in an atomic word. To load it reads the word, and then raises the count of what it
/// found. In between, another thread may have replaced and freed it.
///
/// apple/swift-nio, issue 1286, "AtomicBox.load() suffers from ABA problem", and pull request 1287, "fix AtomicBox by
/// deprecating it and implementing it with a CAS loop": https://github.com/apple/swift-nio/pull/1287
///
/// Here a reference is an index, and the counts are words that nobody frees, so that a wrong count does no harm.
final class AtomicReferenceBox: Sendable {
    private static let locked = -1

    private let word = Atomic(0)
    private let first = Atomic(1)
    private let second = Atomic(1)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Returns whether what it has loaded was alive when its count was raised.
    func load() -> Bool {
        let index = isFixed ? take() : word.load(ordering: .acquiring)
        let wasAlive = change(index, by: 1) > 0
        if isFixed { word.store(index, ordering: .releasing) }
        return wasAlive
    }

    /// Replaces the first reference with the second, and releases the first.
    func replace() {
        let index = isFixed ? take() : word.load(ordering: .acquiring)
        word.store(1 - index, ordering: .releasing)
        _ = change(index, by: -1)
    }

    /// Exchanges the reference for a mark that others wait for.
    private func take() -> Int {
        while true {
            let index = word.exchange(Self.locked, ordering: .acquiringAndReleasing)
            if index != Self.locked { return index }
        }
    }

    private func change(_ index: Int, by difference: Int) -> Int {
        let result =
            index == 0
            ? first.add(difference, ordering: .acquiringAndReleasing)
            : second.add(difference, ordering: .acquiringAndReleasing)
        return result.oldValue
    }
}

extension Bug {
    static let nioAtomicBox = Bug(
        name: "NIOAtomicBox", project: "apple/swift-nio",
        citation: "https://github.com/apple/swift-nio/pull/1287", family: .lockReleased
    ) { isFixed, expect in
        let box = AtomicReferenceBox(isFixed: isFixed)
        let other = Task { box.load() }
        box.replace()
        let wasAlive = await other.value
        expect(wasAlive, "loaded a reference that was freed")
    }
}
