internal import Synchronization

/// Where a program accesses an `Atomic` of `ConcurrencyPrimitives`, or a primitive that is explored itself one of `Synchronization`.
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
    /// The addresses behind its accesses, in an exploration of the primitives themselves.
    package let codes: [UInt]

    package init(_ access: AccessSite, lost: Half, codes: [UInt] = []) {
        (self.access, self.lost, self.codes) = (access, lost, codes)
    }
}

/// An exploration of a program one of whose memory orders is weakened, or none: then it finds which accesses there are. It takes
/// an instrumented build.
package final class OrderTrial: Sendable {
    private struct Found {
        var accesses: Set<AccessSite> = []
        var weakenedAccesses = 0
        var codes: [AccessSite: [UInt]] = [:]
    }

    package let weakened: WeakenedOrder?
    private let found = Synchronization.Mutex(Found())

    package init(weakened: WeakenedOrder? = nil) { self.weakened = weakened }

    /// The accesses that were reached.
    package var accesses: Set<AccessSite> { found.withLock { $0.accesses } }

    /// How many have lost something: none if the order hadn't what it was to lose.
    package var weakenedAccesses: Int { found.withLock { $0.weakenedAccesses } }

    /// In an exploration of the primitives themselves: the addresses behind the accesses of each place.
    package var codes: [AccessSite: [UInt]] { found.withLock { $0.codes } }

    func note(codes: [UInt]) {
        let stacks = codes.map { CallStack(addresses: [UInt64($0)]) }
        let places = CodePlaces(stacks, showsPrimitives: true)
        for (code, stack) in zip(codes, stacks) {
            let parts = places.text(stack).split(separator: ":")
            guard parts.count == 2, let line = UInt(parts[1]) else { continue }
            let site = AccessSite(file: String(parts[0]), line: line, isLoad: false)
            found.withLock { $0.codes[site, default: []].append(code) }
        }
    }

    func note(_ orders: MemoryOrders) {
        let (accesses, weakenedAccesses) = (orders.accesses, orders.weakenedAccesses)
        found.withLock {
            $0.accesses.formUnion(accesses)
            $0.weakenedAccesses += weakenedAccesses
        }
    }
}
