/// Resumes one suspended task, once.
///
/// Made by ``suspend(isolation:_:)``. It can be stored, and resumed from any thread.
///
/// `@unchecked Sendable` isn't needed: a continuation of `Void` is `Sendable`, and `mark` is an atomic.
public struct Resumption: Sendable {
    private let continuation: UnsafeContinuation<Void, Never>
    #if TSAN
    /// ThreadSanitizer doesn't see that a resume happens before the code after the suspension, and would report races that
    /// don't exist. A released and acquired word shows that order.
    fileprivate let mark: Mark
    fileprivate final class Mark: Sendable {
        let word = Atomic<Int>(0)
    }
    fileprivate init(_ continuation: UnsafeContinuation<Void, Never>, _ mark: Mark) {
        self.continuation = continuation
        self.mark = mark
    }
    #else
    fileprivate init(_ continuation: UnsafeContinuation<Void, Never>) { self.continuation = continuation }
    #endif

    /// Resumes the task. Call it exactly once.
    public func resume() {
        #if TSAN
        mark.word.store(1)
        #endif
        continuation.resume()
    }
}

/// Suspends the calling task until the ``Resumption`` that `register` receives is resumed.
///
/// `register` stores the resumption, or resumes it at once. It runs on the calling thread, before the task suspends.
public func suspend(
    isolation: isolated (any Actor)? = #isolation, _ register: (Resumption) -> Void
) async {
    #if TSAN
    let mark = Resumption.Mark()
    await withUnsafeContinuation { register(Resumption($0, mark)) }
    _ = mark.word.load()
    #else
    await withUnsafeContinuation { register(Resumption($0)) }
    #endif
}
