import ConcurrencyPrimitives

/// A serial queue of closures: a stream of them, which one task consumes.
public final class StreamTaskQueue: Sendable {
    /// What a version of this design has had wrong.
    public enum Flaw: String, CaseIterable, Sendable {
        /// The stream keeps only the newest closures, and who awaits another is never resumed.
        case dropsOldest
    }

    private typealias Job = @Sendable () async -> Void

    private let jobs: AsyncStream<Job>.Continuation

    public init(flaw: Flaw? = nil) {
        let (stream, jobs) = AsyncStream<Job>.makeStream(
            bufferingPolicy: flaw == .dropsOldest ? .bufferingNewest(4) : .unbounded)
        self.jobs = jobs
        Task { for await job in stream { await job() } }
    }

    /// The consumer runs what is left, and ends.
    deinit { jobs.finish() }

    public func add<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Task<
        Value, any Error
    > {
        let end = Promise<Result<Value, any Error>>()
        jobs.yield {
            do {
                end.fulfill(.success(try await body()))
            } catch {
                end.fulfill(.failure(error))
            }
        }
        return Task { try await end.value().get() }
    }
}
