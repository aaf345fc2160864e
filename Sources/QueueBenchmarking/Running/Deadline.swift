private import ConcurrencyPrimitives
private import Dispatch

/// Gives up waiting for what will never end.
struct Deadline: Sendable {
    let seconds: Int

    /// What to say of what didn't end.
    var sentence: String { "had not finished after \(seconds) s" }

    /// What `body` returns or throws; nil if it hasn't by the deadline. It then goes on by itself, as it does
    /// when the calling task is cancelled.
    ///
    /// - Throws: What `body` throws; `CancellationError`, at once, when the calling task is cancelled.
    func limit<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        // Nil once the deadline is over. The first to come decides.
        let end = Promise<Result<Value, any Error>?>()
        // A serial queue: Dispatch finds a thread for it even when all others are blocked.
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "OperationLab.deadline"))
        timer.schedule(deadline: .now() + .seconds(seconds))
        timer.setEventHandler { end.fulfill(nil) }
        timer.activate()
        defer { timer.cancel() }
        startTask {
            do {
                end.fulfill(.success(try await body()))
            } catch {
                end.fulfill(.failure(error))
            }
        }
        let result = await withTaskCancellationHandler {
            await end.value()
        } onCancel: {
            end.fulfill(.failure(CancellationError()))
        }
        return try result?.get()
    }
}
