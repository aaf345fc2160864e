private import ConcurrencyPrimitives

/// The order in which bodies began. For a queue that runs one at a time.
final class StartLog<Entry: Sendable>: Sendable {
    private let recorded = Mutex<[Entry]>([])

    var entries: [Entry] { recorded.withLock { $0 } }

    func append(_ entry: Entry) { recorded.withLock { $0.append(entry) } }
}
