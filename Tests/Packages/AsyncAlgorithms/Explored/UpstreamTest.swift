import Testing

/// A test of upstream. The script lists all of them, by their declarations.
struct UpstreamTest: Sendable, CustomTestStringConvertible {
    /// Its class and its method.
    let name: String
    let run: @Sendable () async throws -> Void

    var testDescription: String { name }
    var isEndless: Bool { Self.endless.contains(name) }
    var isSequential: Bool { Self.sequential.contains(name) }

    init<Case: XCTestCase>(_ name: String, _ method: @escaping @Sendable (Case) -> () async throws -> Void) {
        self.name = name
        run = { try await method(Case(name: name) { _ in })() }
    }

    /// Those with a source that never ends, whose consumers go on until they are cancelled.
    static let endless: Set = [
        "TestMerge2.test_merge_finishes_when_iteration_task_is_cancelled",
        "TestMerge3.test_merge_finishes_when_iteration_task_is_cancelled",
        "TestShare.test_share_cancellation_of_single_consumer",
        "TestShare.test_share_cancellation_with_multiple_consumers",
        "TestShare.test_share_cancellation_cancels_source_when_no_consumers",
    ]

    /// Those in which nothing is concurrent.
    static let sequential: Set = [
        "TestThrowingChannel.test_asyncThrowingChannel_resumes_consumer_with_error_when_already_failed"
    ]
}
