private import ConcurrencyPrimitives
private import Dispatch

/// Gives up waiting for what will never end.
struct Deadline: Sendable {
    let seconds: Int

    /// What to say of what didn't end.
    var sentence: String { "had not finished after \(seconds) s" }

    private final class State<Value: Sendable>: Sendable {
        private let state = Mutex<(result: Result<Value, any Error>?, waiting: Resumption?, isOver: Bool)>(
            (nil, nil, false))

        /// The first to come decides.
        func end(_ result: Result<Value, any Error>?) {
            let waiting = state.withLock { state -> Resumption? in
                if state.isOver { return nil }
                defer { state.waiting = nil }
                state.result = result
                state.isOver = true
                return state.waiting
            }
            waiting?.resume()
        }

        func wait() async -> Result<Value, any Error>? {
            await suspend { resumption in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiting = resumption }
                    return state.isOver
                }
                if isOver { resumption.resume() }
            }
            return state.withLock { $0.result }
        }
    }

    /// What `body` returns or throws; nil if it hasn't by the deadline. It then goes on by itself, as it does
    /// when the calling task is cancelled.
    ///
    /// - Throws: What `body` throws; `CancellationError`, at once, when the calling task is cancelled.
    func limit<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let state = State<Value>()
        // A serial queue: Dispatch finds a thread for it even when all others are blocked.
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "OperationLab.deadline"))
        timer.schedule(deadline: .now() + .seconds(seconds))
        timer.setEventHandler { state.end(nil) }
        timer.activate()
        defer { timer.cancel() }
        startTask {
            do {
                state.end(.success(try await body()))
            } catch {
                state.end(.failure(error))
            }
        }
        let result = await withTaskCancellationHandler {
            await state.wait()
        } onCancel: {
            state.end(.failure(CancellationError()))
        }
        return try result?.get()
    }
}
