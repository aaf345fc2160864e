internal import Synchronization

/// Where a program accesses an `Atomic` of `ConcurrencyPrimitives`.
package struct AccessSite: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// As `#fileID` gives it.
    package let file: String
    package let line: UInt
    package let isLoad: Bool

    package var description: String { "\(file):\(line)" }

    package static func < (one: Self, other: Self) -> Bool {
        (one.file, one.line, one.isLoad ? 0 : 1) < (other.file, other.line, other.isLoad ? 0 : 1)
    }
}

/// One access whose order is weaker than the program says: a mistake that nobody has made yet.
package struct WeakenedOrder: Hashable, Sendable {
    /// What an access loses.
    package enum Half: String, CaseIterable, Sendable { case acquire, release }

    package let access: AccessSite
    package let lost: Half

    package init(_ access: AccessSite, lost: Half) { (self.access, self.lost) = (access, lost) }
}

/// An exploration of a program one of whose memory orders is weakened, or none: then it finds which accesses there are. It takes
/// an instrumented build.
package final class OrderTrial: Sendable {
    private struct Found {
        var accesses: Set<AccessSite> = []
        var weakenedAccesses = 0
    }

    package let weakened: WeakenedOrder?
    private let found = Synchronization.Mutex(Found())

    package init(weakened: WeakenedOrder? = nil) { self.weakened = weakened }

    /// The accesses that were reached.
    package var accesses: Set<AccessSite> { found.withLock { $0.accesses } }

    /// How many have lost something: none if the order hadn't what it was to lose.
    package var weakenedAccesses: Int { found.withLock { $0.weakenedAccesses } }

    func note(_ orders: MemoryOrders) {
        let (accesses, weakenedAccesses) = (orders.accesses, orders.weakenedAccesses)
        found.withLock {
            $0.accesses.formUnion(accesses)
            $0.weakenedAccesses += weakenedAccesses
        }
    }
}
