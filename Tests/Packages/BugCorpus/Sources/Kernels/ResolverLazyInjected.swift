import Foundation

/// A property that is resolved when it is first asked for. The note that this was done is made before it is done: a second thread
/// reads the note, and takes the service that is not there yet.
///
/// hmlongco/Resolver, issue 98, "Crash on potential race condition with @LazyInjected / @WeakLazyInjected":
/// https://github.com/hmlongco/Resolver/issues/98
final class LazyInjected: @unchecked Sendable {
    final class Service: Sendable {}

    private let lock = NSRecursiveLock()
    private var isResolved = false
    private var service: Service?
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    var value: Service? { isFixed ? lock.withLock { resolved() } : resolved() }

    private func resolved() -> Service? {
        if !isResolved {
            isResolved = true
            service = Service()
        }
        return service
    }
}

extension Bug {
    static let resolverLazyInjected = Bug(
        name: "ResolverLazyInjected", project: "hmlongco/Resolver",
        citation: "https://github.com/hmlongco/Resolver/issues/98", family: .lazyInitialisation
    ) { isFixed, expect in
        let injected = LazyInjected(isFixed: isFixed)
        let other = Task { injected.value }
        let mine = injected.value
        let others = await other.value
        expect(mine != nil && mine === others, "a thread got no service, or another one")
    }
}
