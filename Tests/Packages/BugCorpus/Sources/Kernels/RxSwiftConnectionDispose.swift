import Foundation

/// A connection that disposes of its subscription while it holds its lock. The source takes a lock of its own for that, and
/// another thread holds the source's lock while it subscribes to the connection.
///
/// ReactiveX/RxSwift, issue 2698, "Deadlock in `Connection` and `ConnectableObservableAdapter`", fixed by pull request 2707:
/// https://github.com/ReactiveX/RxSwift/issues/2698
final class Connectable: @unchecked Sendable {
    final class Source: @unchecked Sendable {
        private let lock = NSRecursiveLock()
        private var isDisposed = false

        func dispose() { lock.withLock { isDisposed = true } }
        func whileLocked(_ body: () -> Void) { lock.withLock(body) }
    }

    let source = Source()
    private let lock = NSRecursiveLock()
    private var subscription: Source?
    private var subscribers = 0
    private let isFixed: Bool

    init(isFixed: Bool) {
        self.isFixed = isFixed
        subscription = source
    }

    func subscribe() { lock.withLock { subscribers += 1 } }

    func dispose() {
        if isFixed {
            takeSubscription()?.dispose()
        } else {
            lock.withLock { takeSubscription()?.dispose() }
        }
    }

    private func takeSubscription() -> Source? {
        lock.withLock {
            defer { subscription = nil }
            return subscription
        }
    }
}

extension Bug {
    static let rxSwiftConnectionDispose = Bug(
        name: "RxSwiftConnectionDispose", project: "ReactiveX/RxSwift",
        citation: "https://github.com/ReactiveX/RxSwift/issues/2698", family: .callbackUnderLock
    ) { isFixed, _ in
        let connectable = Connectable(isFixed: isFixed)
        let other = Task { connectable.source.whileLocked { connectable.subscribe() } }
        connectable.dispose()
        await other.value
    }
}
