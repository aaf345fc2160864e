private import ConcurrencyPrimitives

/// Entries in the order in which they were made, from any thread.
final class EventLog<Entry: Sendable>: Sendable {
    private let recorded = Mutex<[Entry]>([])

    var entries: [Entry] { recorded.withLock { $0 } }

    func append(_ entry: Entry) { recorded.withLock { $0.append(entry) } }
}
