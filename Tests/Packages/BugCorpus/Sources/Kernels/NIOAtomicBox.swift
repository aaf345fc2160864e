import Synchronization

/// A box that holds a counted reference in an atomic word. To load it reads the word, and then raises the count of what it
/// found. In between, another thread may have replaced and freed it.
///
/// apple/swift-nio, issue 1286, "AtomicBox.load() suffers from ABA problem", and pull request 1287, "fix AtomicBox by
/// deprecating it and implementing it with a CAS loop": https://github.com/apple/swift-nio/pull/1287
///
/// Here a reference is an index, and the counts are words that nobody frees, so that a wrong count does no harm. The fixed form
/// has a mutex where NIO has a loop: a loop that spins on a word never ends in schedules that are unfair.
final class AtomicReferenceBox: Sendable {
    private let lock = Mutex(())
    private let word = Atomic(0)
    private let first = Atomic(1)
    private let second = Atomic(1)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Returns whether what it has loaded was alive when its count was raised.
    func load() -> Bool {
        exclusively {
            let index = word.load(ordering: .acquiring)
            return change(index, by: 1) > 0
        }
    }

    /// Replaces the first reference with the second, and releases the first.
    func replace() {
        exclusively {
            let index = word.exchange(1, ordering: .acquiringAndReleasing)
            _ = change(index, by: -1)
        }
    }

    private func exclusively<Result: Sendable>(_ body: () -> Result) -> Result {
        isFixed ? lock.withLock { _ in body() } : body()
    }

    /// Changes a count, and returns what it was.
    private func change(_ index: Int, by difference: Int) -> Int {
        let count =
            index == 0
            ? first.add(difference, ordering: .acquiringAndReleasing)
            : second.add(difference, ordering: .acquiringAndReleasing)
        return count.oldValue
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
