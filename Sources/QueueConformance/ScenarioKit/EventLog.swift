private import ConcurrencyPrimitives

/// Entries in the order in which they were made, from any thread.
package final class EventLog<Entry: Sendable>: Sendable {
    private let recorded = Mutex<[Entry]>([])

    package init() {}

    package var entries: [Entry] { recorded.withLock { $0 } }

    package func append(_ entry: Entry) { recorded.withLock { $0.append(entry) } }
}
