import AdvancedOperations
import FoundationEssentials
import OperationQueues

enum Hosts {}

func load(_ url: URL, from host: String) -> GroupOperation {
    let fetch = PipelineOperation(awaiting: { try await fetchData(url) })
    fetch.addCondition(ReachabilityCondition(host: host))
    fetch.addCondition(MutuallyExclusive<Hosts>(host))
    fetch.addObserver(TimeoutObserver(after: .seconds(30)))
    let decode = fetch.then { try Image(decoding: $0) }
    let store = decode.then { try cache.keep($0, for: url) }
    return GroupOperation(operations: [fetch, decode, store])
}

private func loadWithRetries(_ url: URL) {
    let download = RetryOperation(RetryPolicy(maximumAttempts: 3)) { _ in load(url, from: "example.org") }
    download.addObserver(BlockObserver(finishHandler: { _, errors in report(errors) }))

    let queue = LockedOperationQueue()
    queue.addOperation(download)
}

private func watch(_ queue: LockedOperationQueue, by recorder: any OperationQueueDelegate) {
    queue.delegate = recorder
}

// What a client has of its own.

private struct Image: Sendable {
    init(decoding data: [UInt8]) throws {}
}

private struct Cache: Sendable {
    func keep(_ image: Image, for url: URL) throws {}
}

private let cache = Cache()
private func fetchData(_ url: URL) async throws -> [UInt8] { [] }
private func report(_ errors: [any Error]) {}
