import Foundation

/// A bag that is made when it is first asked for. The look and the store are each under the lock, but not together: two threads
/// get two bags, and what the first put into its own is disposed at once.
///
/// RxSwiftCommunity/NSObject-Rx, pull request 2, "Prevent race condition for lookups":
/// https://github.com/RxSwiftCommunity/NSObject-Rx/pull/2
final class BagOwner: @unchecked Sendable {
    final class Bag: Sendable {}

    private let lock = NSLock()
    private var made: Bag?
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    var bag: Bag {
        if isFixed {
            return lock.withLock {
                let bag = made ?? Bag()
                made = bag
                return bag
            }
        }
        if let bag = lock.withLock({ made }) { return bag }
        let bag = Bag()
        lock.withLock { made = bag }
        return bag
    }
}

extension Bug {
    static let nsObjectRxDisposeBag = Bug(
        name: "NSObjectRxDisposeBag", project: "RxSwiftCommunity/NSObject-Rx",
        citation: "https://github.com/RxSwiftCommunity/NSObject-Rx/pull/2", family: .lazyInitialisation
    ) { isFixed, expect in
        let owner = BagOwner(isFixed: isFixed)
        let other = Task { owner.bag }
        let mine = owner.bag
        let others = await other.value
        expect(mine === others, "two bags")
    }
}
