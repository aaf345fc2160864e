import Synchronization

/// A continuation that counts how often it was resumed: a second time would end the process.
final class OneShot<Value: Sendable>: Sendable {
    private struct State {
        var continuation: UnsafeContinuation<Value, Never>?
        var resumes = 0
    }

    private let state = Mutex(State())

    var resumes: Int { state.withLock { $0.resumes } }

    func install(_ continuation: UnsafeContinuation<Value, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    func resume(returning value: Value) {
        let continuation = state.withLock { state in
            state.resumes += 1
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: value)
    }
}
