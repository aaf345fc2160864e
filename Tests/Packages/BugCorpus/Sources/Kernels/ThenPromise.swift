import Dispatch

/// A promise that protects its state and its callbacks each for itself. A callback that is added because the state was pending
/// may come after the callbacks were called: nobody calls it.
///
/// freshOS/Then, pull request 41, "Fix thread race": https://github.com/freshOS/Then/pull/41
final class CallbackPromise: @unchecked Sendable {
    private let queue = DispatchQueue(label: "promise")
    private var value: Int?
    private var callbacks: [@Sendable (Int) -> Void] = []
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func then(_ callback: @escaping @Sendable (Int) -> Void) {
        let fulfilled: Int?
        if isFixed {
            fulfilled = queue.sync {
                if value == nil { callbacks.append(callback) }
                return value
            }
        } else {
            fulfilled = queue.sync { value }
            if fulfilled == nil { queue.sync { callbacks.append(callback) } }
        }
        if let fulfilled { callback(fulfilled) }
    }

    func fulfil(_ value: Int) {
        let all = queue.sync {
            self.value = value
            defer { callbacks = [] }
            return callbacks
        }
        for callback in all { callback(value) }
    }
}

extension Bug {
    static let thenPromise = Bug(
        name: "ThenPromise", project: "freshOS/Then", citation: "https://github.com/freshOS/Then/pull/41",
        family: .neverResumed
    ) { isFixed, expect in
        let promise = CallbackPromise(isFixed: isFixed)
        let other = Task { promise.fulfil(7) }
        let value = await withUnsafeContinuation { continuation in
            promise.then { continuation.resume(returning: $0) }
        }
        await other.value
        expect(value == 7, "\(value)")
    }
}
